// Scooters: small wheels, a footboard and a body over the engine.
import type * as THREE from 'three'
import { createPaintedHull } from '../graphics.ts'
import { createHull } from '../hull.ts'
import type { BikeContext, Graphics } from '../look.ts'
import type { Materials } from '../materials.ts'
import {
  createBox,
  createMudguard,
  createPlate,
  createRod,
  createSpring,
  createTube,
  createTurned,
  onBothSides,
  toRadians,
  type Point,
} from '../solids.ts'
import { createWheels } from '../wheels.ts'
import { createGuards, createScooterBars } from './bars.ts'
import type { Scooter } from './context.ts'
import { createRearBody } from './rear.ts'

type Parts = THREE.Object3D[]

const createForks = ({ context: { look }, materials, isClassic }: Scooter): Parts => {
  const [x, y] = [look.wheelbase, look.radius[1]]
  const tilt = toRadians(26)
  const at = (distance: number, z: number): Point => [x - Math.sin(tilt) * distance, y + Math.cos(tilt) * distance, z]
  return [
    ...onBothSides((side) => [
      createRod(
        { from: at(-1, side * 7.4), to: at(30, side * 7.4), radius: 2.4 },
        isClassic ? materials.cover : materials.plastic,
      ),
    ]),
    createRod({ from: at(22, 0), to: at(84, 0), radius: 2.6 }, materials.frame),
    createMudguard(
      {
        at: [x, y, 0],
        radius: y + 2.6,
        from: isClassic ? 4 : 24,
        to: 172,
        halfWidth: look.tyre[1] * 0.5 + 3.4,
        drop: isClassic ? 10 : 6,
      },
      materials.paint,
    ),
  ]
}

const createEngineUnit = ({ context: { look, random }, materials }: Scooter): Parts => {
  const y = look.radius[0]
  return [
    createPlate(
      [
        [-8, y + 5],
        [44, y + 10],
        [52, y + 6],
        [50, y - 5],
        [10, y - 8],
        [-9, y - 6],
      ],
      { z: -10, thickness: 8, bevel: 2.4 },
      materials.engine,
    ),
    createTurned(
      [
        [0, 3],
        [6, 3],
        [8, 1.6],
        [8.4, -2],
      ],
      { at: [38, y + 2, -13], axis: [0, 0, -1] },
      materials.cover,
    ),
    createPlate(
      [
        [28, y + 14],
        [52, y + 12],
        [52, y - 4],
        [32, y - 6],
        [24, y + 2],
      ],
      { z: 4, thickness: 16, bevel: 2 },
      materials.engine,
    ),
    createTube(
      [
        [48, y - 2, 8],
        [36, y - 6, 12],
        [24, y - 4, 13],
      ],
      1.6,
      materials.steel,
      12,
    ),
    createTurned(
      [
        [1.8, 0],
        [4.6, 5],
        [5.2, 16],
        [5.2, 34],
        [4, 38],
        [1.6, 38],
      ],
      { at: [25, y - 4, 13.6], axis: [-1, 0.24, 0.03] },
      materials.exhaust,
    ),
    createBox([8, y + 1, 18.6], [22, 5.6, 0.8], random.chance(0.5) ? materials.steel : materials.plastic, -13),
    createSpring([0, y + 3, -13], [8, y + 34, -13], { radius: 2.8, turns: 8 }, materials.chrome),
  ]
}

const createShield = ({ context, materials, kind, isClassic, isLarge, x }: Scooter): Parts => {
  const { colours, look } = context
  const top = look.seatY + (isLarge ? 26 : 20)
  const nose = isClassic ? 8 : isLarge ? 26 : 18
  const cut = isClassic
    ? [
        [x + 8, 70],
        [x + 4, top, x - 6, top + 3],
        [x - 11, top - 8],
        [x - 14, 44],
        [x - 20, 26],
        [x - 10, 25],
        [x + 2, 40],
      ]
    : [
        [x + nose, 66],
        [x + nose - 4, top - 8, x + 2, top + 4],
        [x - 8, top - 4],
        [x - 10, 50],
        [x - 20, 30],
        [x - 10, 24],
        [x + 4, 42],
        [x + nose - 6, 54],
      ]
  return [
    createPaintedHull(
      {
        sections: [
          { x: x - 24, top: 44, bottom: 20, width: 18, square: 4 },
          { x: x - 12, top: top - 2, bottom: 20, width: 20.6, square: 3.6 },
          { x: x - 2, top: top + 4, bottom: 28, width: 19, square: 3 },
          { x: x + nose * 0.6, top: top - 4, bottom: 46, width: isClassic ? 13 : 12, square: 2.6 },
          { x: x + nose + 1, top: 78, bottom: 58, width: isLarge ? 6 : 4 },
        ],
        round: [0, 4],
      },
      { colour: colours.body, graphics: kind, cut },
      context,
      materials,
    ),
    // The inner side, towards the knees.
    createHull(
      {
        sections: [
          { x: x - 23, top: 42, bottom: 24, width: 15, square: 4 },
          { x: x - 13, top: top - 4, bottom: 28, width: 17, square: 3.6 },
          { x: x - 6, top: top, bottom: 34, width: 15 },
        ],
        round: [0, 1],
      },
      isClassic ? materials.paint : materials.plastic,
    ),
    ...(isClassic
      ? [createBox([x + 8, 66, 0], [1.4, 30, 2], materials.chrome, 8)]
      : onBothSides((side) => [createBox([x + nose - 3, 70, side * 5.4], [8, 5, 4.4], materials.lens, 28)])),
    ...(isLarge
      ? [
          createHull(
            {
              sections: [
                { x: x - 4, top: top + 22, bottom: top + 18, width: 9 },
                { x: x + 8, top: top + 8, bottom: top - 4, width: 13, square: 2.4 },
              ],
              round: [1, 2],
            },
            materials.glass,
          ),
        ]
      : []),
  ]
}

const createFloor = ({ context, materials, x, isLarge }: Scooter): Parts => [
  createBox([(x + 36) / 2, isLarge ? 30 : 25, 0], [x - 44, isLarge ? 8 : 5, 31], materials.plastic),
  createPaintedHull(
    {
      sections: [
        { x: 40, top: 34, bottom: 17, width: 15.4, square: 4 },
        { x: 66, top: 30, bottom: 16, width: 17.4, square: 4 },
        { x: x - 12, top: 34, bottom: 18, width: 17.4, square: 4 },
      ],
      round: [0, 2],
    },
    {
      colour: context.colours.body,
      graphics: 'none',
      cut: [
        [40, 30],
        [58, 26],
        [x - 22, 26],
        [x - 12, 32],
        [x - 12, 22],
        [x - 22, 17.6],
        [48, 17.6],
        [40, 22],
      ],
    },
    context,
    materials,
  ),
]

/** All parts of a scooter. */
export const createScooter = (
  context: BikeContext,
  materials: Materials,
  body: 'scooter' | 'classic' | 'large',
  kind: Graphics,
): THREE.Object3D[] => {
  const scooter: Scooter = {
    context,
    materials,
    kind,
    isClassic: body === 'classic',
    isLarge: body === 'large',
    x: context.look.wheelbase - 22,
  }
  return [
    ...createWheels(context, materials),
    ...createForks(scooter),
    ...createEngineUnit(scooter),
    ...createShield(scooter),
    ...createFloor(scooter),
    ...createRearBody(scooter),
    ...createScooterBars(scooter),
    ...(context.random.chance(0.4) ? createGuards(scooter) : []),
    createRod({ from: [40, 18, -9], to: [32, 1, -20], radius: 1.1 }, materials.frame),
  ]
}
