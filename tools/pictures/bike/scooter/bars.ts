// Handlebars and crash guards of a scooter.
import type * as THREE from 'three'
import { createDial } from '../dial.ts'
import { createPaintedHull } from '../graphics.ts'
import { createEgg, createRod, createTube, createTurned, onBothSides, type Point } from '../solids.ts'
import type { Scooter } from './context.ts'

type Parts = THREE.Object3D[]

export const createScooterBars = ({ context, materials, isClassic, x }: Scooter): Parts => {
  const { look, colours, random } = context
  const y = look.seatY + 27
  const at: Point = [x - 8, y, 0]
  const stem = look.chrome ? materials.chrome : materials.plastic
  return [
    createRod({ from: [x - 3, y - 12, 0], to: [x - 7, y, 0], radius: 4 }, materials.plastic),
    createPaintedHull(
      {
        sections: [
          { x: x - 18, top: y + 5, bottom: y - 4, width: 10 },
          { x: x - 8, top: y + 8, bottom: y - 7, width: 14, square: 2.6 },
          { x: x + 3, top: y + 4, bottom: y - 8, width: 8 },
        ],
        round: [3, 4],
      },
      { colour: colours.body, graphics: 'none' },
      context,
      materials,
    ),
    createTurned(
      [
        [0, -2],
        [5.6, -1],
        [6.6, 1],
        [6.8, 2],
        [5.6, 3.4],
        [0, 4.4],
      ],
      { at: [x - 1, y - 2, 0], axis: [1, -0.1, 0] },
      isClassic || random.chance(0.5) ? materials.lens : materials.piano,
    ),
    createDial(context, materials, [x - 15, y + 6.4, 0], 52),
    ...onBothSides((side) => [
      createRod({ from: [x - 9, y, side * 8], to: [x - 15, y + 1, side * 33], radius: 1.2 }, stem),
      createRod(
        { from: [x - 12.4, y + 0.6, side * 21], to: [x - 15, y + 1, side * 33], radius: 1.9 },
        materials.rubber,
      ),
      createTube(
        [
          [x - 8, y + 1, side * 16],
          [x - 5, y, side * 22],
          [x - 9, y - 1, side * 33],
        ],
        0.6,
        materials.steel,
        8,
      ),
      createTube(
        [
          [at[0], y + 4, side * 15],
          [at[0] + 2, y + 12, side * 17],
          [at[0], y + 20, side * 23],
        ],
        0.55,
        stem,
        10,
      ),
      createEgg(
        [at[0], y + 22, side * 24],
        isClassic ? [1.2, 5.4, 5.4] : [1.4, 4.2, 6.6],
        isClassic ? stem : materials.piano,
      ),
      createEgg([at[0] - 1.2, y + 22, side * 24], isClassic ? [0.6, 4.8, 4.8] : [0.6, 3.7, 5.9], materials.mirror),
    ]),
  ]
}

export const createGuards = ({ materials, x, isClassic }: Scooter): Parts =>
  onBothSides((side) => [
    createTube(
      [
        [x + 6, 50, side * 8],
        [x + 2, 40, side * 23],
        [x - 12, 32, side * 24],
      ],
      1,
      isClassic ? materials.chrome : materials.plastic,
      14,
    ),
    createTube(
      [
        [-24, 60, side * 12],
        [-26, 46, side * 20],
        [-2, 38, side * 21.6],
        [12, 44, side * 19],
      ],
      1,
      isClassic ? materials.chrome : materials.plastic,
      18,
    ),
  ])
