// What owners bolt on: crash guards, sari guards, a belly pan, a top box, an engine plate.
import type * as THREE from 'three'
import { getHead } from './chassis.ts'
import { createPaintedHull } from './graphics.ts'
import { createHull } from './hull.ts'
import type { BikeContext } from './look.ts'
import type { Materials } from './materials.ts'
import { createRod, createTube, onBothSides, type Point } from './solids.ts'

type Parts = THREE.Object3D[]

const createLegGuard = (context: BikeContext, materials: Materials): Parts => {
  const [headX, headY] = getHead(context)
  const material = context.look.chrome ? materials.chrome : materials.plastic
  const x = headX - 8
  const width = context.random.between(22, 27)
  return onBothSides((side) => [
    createTube(
      [
        [x, headY - 24, side * 4],
        [x + 3, headY - 30, side * width * 0.8],
        [x + 4, headY - 42, side * width],
        [x - 2, headY - 54, side * width * 0.8],
        [x - 8, context.look.engine.y - 6, side * 6],
      ],
      1.3,
      material,
      26,
    ),
  ])
}

/** The wire frame that keeps a sari out of the rear wheel; it is on the left. */
const createSariGuard = ({ look }: BikeContext, materials: Materials): Parts => {
  const radius = look.radius[0]
  const z = -15.5
  const frame: Point[] = [
    [-18, radius + 22, z],
    [-24, radius + 4, z],
    [-16, radius - 12, z],
    [10, radius - 12, z],
    [18, radius + 6, z],
    [14, radius + 24, z],
    [-18, radius + 22, z],
  ]
  return [
    createTube(frame, 0.8, materials.chrome, 40),
    ...[-14, -8, -2, 4, 10].map((x) =>
      createRod({ from: [x, radius + 22, z], to: [x - 2, radius - 11, z], radius: 0.45 }, materials.chrome),
    ),
  ]
}

const createBelly = (context: BikeContext, materials: Materials): Parts => {
  const { engine } = context.look
  const [x, low] = [engine.x, engine.y - 22]
  return [
    createPaintedHull(
      {
        sections: [
          { x: x - 24, top: low + 8, bottom: low, width: 8, square: 3 },
          { x: x, top: low + 14, bottom: low - 1, width: 12, square: 3 },
          { x: x + 26, top: low + 18, bottom: low + 6, width: 9 },
        ],
        round: [3, 5],
      },
      {
        colour: context.random.chance(0.5) ? context.colours.body : context.colours.second,
        graphics: 'none',
        cut: [
          [x - 24, low],
          [x + 10, low - 1],
          [x + 27, low + 12],
          [x + 22, low + 17],
          [x + 6, low + 6],
          [x - 22, low + 6],
        ],
      },
      context,
      materials,
    ),
  ]
}

const createTopBox = ({ look }: BikeContext, materials: Materials): Parts => [
  createHull(
    {
      sections: [
        { x: -46, top: look.seatY + 34, bottom: look.seatY + 14, width: 17, square: 4 },
        { x: -14, top: look.seatY + 34, bottom: look.seatY + 13, width: 19, square: 4 },
      ],
      round: [6, 5],
    },
    materials.plastic,
  ),
]

/** Everything bolted on, by chance. */
export const createExtras = (context: BikeContext, materials: Materials): Parts => {
  const { look, random } = context
  return [
    ...(random.chance(look.legGuard) ? createLegGuard(context, materials) : []),
    ...(random.chance(look.sariGuard) ? createSariGuard(context, materials) : []),
    ...(look.belly ? createBelly(context, materials) : []),
    ...(look.rail === 'carrier' && random.chance(0.2) ? createTopBox(context, materials) : []),
  ]
}
