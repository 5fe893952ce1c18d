// Headlamp, screen, fairing and front indicators.
import type * as THREE from 'three'
import { getHead } from './chassis.ts'
import { createPaintedHull } from './graphics.ts'
import { createHull, type Hull } from './hull.ts'
import type { BikeContext, Graphics, Look } from './look.ts'
import type { Materials } from './materials.ts'
import { createIndicators } from './indicators.ts'
import { createBox, createEgg, createTurned, onBothSides, type Outline } from './solids.ts'

type Parts = THREE.Object3D[]
type Front = { context: BikeContext; materials: Materials; paint: THREE.Material; x: number; y: number }

const createRoundLamp = ({ context, materials, paint, x, y }: Front): Parts => {
  const radius = context.random.between(7.6, 9.2)
  const shell = context.random.pick([materials.chrome, materials.piano, paint])
  const place = { at: [x + 13, y - 6, 0], axis: [1, -0.05, 0] } as const
  return [
    createTurned(
      [
        [0, -9],
        [radius * 0.5, -8],
        [radius * 0.9, -3],
        [radius, 2],
        [radius, 3],
      ],
      place,
      shell,
    ),
    createTurned(
      [
        [radius, 2],
        [radius * 1.08, 3],
        [radius * 1.02, 4.4],
        [radius * 0.92, 4.2],
      ],
      place,
      materials.chrome,
    ),
    createTurned(
      [
        [radius * 0.94, 3.6],
        [radius * 0.6, 4.8],
        [0, 5.4],
      ],
      place,
      materials.lens,
    ),
    ...onBothSides((side) => [createBox([x + 7, y - 7, side * 7], [6, 8, 1.6], materials.plastic)]),
  ]
}

const createSquareLamp = ({ context, materials, paint, x, y }: Front): Parts => [
  createHull(
    {
      sections: [
        { x: x + 2, top: y, bottom: y - 16, width: 7, square: 4 },
        { x: x + 14, top: y + 3, bottom: y - 18, width: 9.6, square: 4.4 },
        { x: x + 18, top: y + 2, bottom: y - 16, width: 9, square: 4.4 },
      ],
      round: [3, 2],
    },
    context.random.chance(0.6) ? paint : materials.piano,
  ),
  createHull(
    {
      sections: [
        { x: x + 13, top: y - 1, bottom: y - 15, width: 8, square: 4.6 },
        { x: x + 19.6, top: y - 2, bottom: y - 14, width: 7.6, square: 4.6 },
      ],
      round: [0, 2],
    },
    materials.lens,
  ),
]

/** A pointed cover around the lamp. */
const createMask = ({ context, materials, x, y }: Front): Parts => {
  const { colours, random } = context
  const tall = random.between(0, 5)
  const hull: Hull = {
    sections: [
      { x: x - 3, top: y + 7 + tall, bottom: y - 12, width: 11, square: 3 },
      { x: x + 9, top: y + 5 + tall * 0.7, bottom: y - 17, width: 10.6, square: 2.8 },
      { x: x + 19, top: y - 4, bottom: y - 16, width: 6.4 },
    ],
    round: [0, 4],
  }
  const lensTop = y - random.between(2, 5)
  return [
    createPaintedHull(
      hull,
      { colour: colours.body, graphics: random.pick(['none', 'two-tone', 'none', 'slash']) },
      context,
      materials,
    ),
    createHull(
      {
        sections: [
          { x: x + 10, top: lensTop, bottom: y - 13, width: 9.4, square: 2.6 },
          { x: x + 20, top: lensTop - 2, bottom: y - 13, width: 5.4 },
        ],
        round: [0, 3],
      },
      materials.lens,
    ),
    createBox([x + 20, y - 15.4, 0], [2, 1.2, 8], materials.light),
  ]
}

/** Small eyes above a low lamp, with a beak. */
const createRobotFace = ({ context, materials, x, y }: Front): Parts => [
  createPaintedHull(
    {
      sections: [
        { x: x - 2, top: y + 6, bottom: y - 8, width: 10, square: 3.4 },
        { x: x + 12, top: y + 1, bottom: y - 10, width: 8.4, square: 3 },
        { x: x + 20, top: y - 5, bottom: y - 10, width: 4 },
      ],
      round: [0, 3],
    },
    { colour: context.colours.body },
    context,
    materials,
  ),
  ...onBothSides((side) => [createEgg([x + 14, y - 3, side * 6.4], [4.6, 1.1, 2.6], materials.light)]),
  createTurned(
    [
      [5.4, -4],
      [5.8, 0],
      [5, 3],
      [3, 4.4],
      [0, 5],
    ],
    { at: [x + 11, y - 14, 0], axis: [1, -0.1, 0] },
    materials.piano,
  ),
  createTurned(
    [
      [4.6, 3.2],
      [2.6, 4.8],
      [0, 5.4],
    ],
    { at: [x + 11, y - 14, 0], axis: [1, -0.1, 0] },
    materials.lens,
  ),
]

const createNarrowLamp = ({ context, materials, paint, x, y }: Front): Parts => [
  createHull(
    {
      sections: [
        { x: x + 1, top: y + 3, bottom: y - 15, width: 8.6, square: 3 },
        { x: x + 15, top: y + 1, bottom: y - 18, width: 8, square: 3.2 },
        { x: x + 18, top: y - 1, bottom: y - 16, width: 6 },
      ],
      round: [2, 2],
    },
    context.random.chance(0.5) ? paint : materials.piano,
  ),
  ...onBothSides((side) => [createBox([x + 17.6, y - 8, side * 4.6], [1.6, 11, 1.6], materials.light)]),
  createBox([x + 17.8, y - 10, 0], [1.6, 8, 6], materials.lens),
]

const createTwinLamps = ({ materials, x, y }: Front): Parts =>
  onBothSides((side) => [
    createTurned(
      [
        [0, -6],
        [4.6, -5],
        [6, 1],
        [6, 2],
      ],
      { at: [x + 13, y - 7, side * 6.6], axis: [1, -0.05, 0] },
      materials.piano,
    ),
    createTurned(
      [
        [5.6, 1.6],
        [3, 3],
        [0, 3.4],
      ],
      { at: [x + 13, y - 7, side * 6.6], axis: [1, -0.05, 0] },
      materials.lens,
    ),
  ])

const createScreen = ({ context, materials, x, y }: Front): Parts => {
  const { screen } = context.look
  if (screen === 'none') return []
  const height = screen === 'tall' ? 20 : context.random.between(8, 13)
  const material = context.random.chance(screen === 'tall' ? 0.9 : 0.5) ? materials.glass : materials.piano
  return [
    createHull(
      {
        sections: [
          { x: x + 1, top: y + 2 + height, bottom: y + 1 + height, width: 6.4 },
          { x: x + 8, top: y + 3 + height * 0.6, bottom: y - 2, width: 9, square: 2.4 },
          { x: x + 16, top: y + 1, bottom: y - 4, width: 8 },
        ],
        round: [1, 2],
      },
      material,
    ),
  ]
}

const fairingCuts: Record<'half' | 'full', (x: number, y: number, low: number) => Outline> = {
  half: (x, y) => [
    [x + 26, y - 10],
    [x + 12, y + 9, x, y + 12],
    [x - 6, y + 4],
    [x - 22, y - 10],
    [x - 26, y - 26],
    [x - 12, y - 36],
    [x + 2, y - 24],
    [x + 18, y - 18],
  ],
  full: (x, y, low) => [
    [x + 30, y - 8],
    [x + 16, y + 7, x, y + 10],
    [x - 8, y - 2],
    [x - 26, y - 20],
    [x - 30, y - 40],
    [x - 54, low + 14],
    [x - 50, low],
    [x - 20, low - 2],
    [x - 4, low + 14],
    [x + 4, y - 32],
    [x + 12, y - 22],
    [x + 26, y - 15],
  ],
}

/** A fairing: one hull around the steering head, trimmed along a side outline, with two slanted lamps. */
const createFairing = ({ context, materials, x, y }: Front, kind: Graphics): Parts => {
  const { look, colours, random } = context
  if (look.fairing === 'none') return []
  const low = look.engine.y - 20
  const isFull = look.fairing === 'full'
  const hull: Hull = {
    sections: [
      { x: x - 56, top: y - 20, bottom: low - 3, width: 15, square: 3.4 },
      { x: x - 26, top: y, bottom: low - 4, width: 18.6, square: 3.4 },
      { x: x - 2, top: y + 13, bottom: isFull ? low : y - 38, width: 18, square: 3 },
      { x: x + 16, top: y + 5, bottom: y - 26, width: 12.4, square: 2.6 },
      { x: x + 31, top: y - 7, bottom: y - 15, width: random.between(2.6, 5.4) },
    ],
    round: [0, 4],
  }
  const cut = fairingCuts[look.fairing](x, y, low)
  const slant = random.between(-2, 3)
  const lens: Outline = [
    [x + 28, y - 10],
    [x + 20, y - 4 + slant],
    [x + 10, y - 2 + slant],
    [x + 12, y - 7],
    [x + 24, y - 13],
  ]
  const wide = (one: Hull['sections'][number]) => ({ ...one, width: one.width + 0.35, top: one.top + 0.3 })
  const [first, second, ...rest] = hull.sections
  return [
    createPaintedHull(hull, { colour: colours.body, graphics: kind, cut }, context, materials),
    createPaintedHull(
      { sections: [wide(first), wide(second), ...rest.map(wide)], round: [0, 4] },
      { colour: '#dfe3e4', cut: lens },
      context,
      materials,
    ),
    createHull(
      {
        sections: [
          { x: x - 5, top: y + (look.screen === 'tall' ? 26 : 20), bottom: y + 16, width: 6 },
          { x: x + 6, top: y + 14, bottom: y + 2, width: 10, square: 2.4 },
          { x: x + 19, top: y + 1, bottom: y - 4, width: 8.4 },
        ],
        round: [1, 2],
      },
      random.chance(0.6) ? materials.glass : materials.piano,
    ),
  ]
}

const lamps: Record<Look['lamp'], (front: Front) => Parts> = {
  none: () => [],
  round: createRoundLamp,
  square: createSquareLamp,
  mask: createMask,
  robot: createRobotFace,
  narrow: createNarrowLamp,
  twin: createTwinLamps,
}

/** The face of the bike, turned a little away from the tank. */
export const createFront = (
  context: BikeContext,
  materials: Materials,
  paint: THREE.Material,
  kind: Graphics,
): Parts => {
  const [headX, headY] = getHead(context)
  const front: Front = { context, materials, paint, x: headX, y: headY + 2 }
  const { look } = context
  const beak =
    look.frontGuard === 'high'
      ? [
          createHull(
            {
              sections: [
                { x: headX - 6, top: headY - 14, bottom: headY - 18, width: 7 },
                { x: headX + 16, top: headY - 12, bottom: headY - 17, width: 7.6 },
                { x: headX + 46, top: headY - 22, bottom: headY - 25, width: 4 },
              ],
              round: [3, 5],
            },
            paint,
          ),
        ]
      : []
  return [
    ...lamps[look.lamp](front),
    ...(look.fairing === 'none' ? createScreen(front) : createFairing(front, kind)),
    ...beak,
    ...createIndicators(
      [headX + (look.fairing === 'none' ? 6 : 14), headY - (look.fairing === 'none' ? 6 : 20), 0],
      look.fairing === 'none' ? 15 : 17,
      materials,
    ),
  ]
}
