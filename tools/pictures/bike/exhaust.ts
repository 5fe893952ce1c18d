import type * as THREE from 'three'
import { createHull } from './hull.ts'
import type { BikeContext } from './look.ts'
import type { Materials } from './materials.ts'
import { createBox, createTube, createTurned, toVector, type Point } from './solids.ts'

type Parts = THREE.Object3D[]

/** A silencer between two points; `profile` has pairs of radius and share of the length. */
const createSilencer = (
  from: Point,
  to: Point,
  profile: readonly (readonly [number, number])[],
  material: THREE.Material,
) => {
  const length = toVector(to).sub(toVector(from)).length()
  const axis: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  return createTurned(
    profile.map(([radius, share]) => [radius, share * length] as const),
    { at: from, axis },
    material,
  )
}

const longProfile = [
  [1.9, 0],
  [2.2, 0.04],
  [4.5, 0.16],
  [4.8, 0.5],
  [4.8, 0.92],
  [4, 0.98],
  [1.8, 1],
  [1.6, 0.95],
] as const
const classicProfile = [
  [1.9, 0],
  [2.4, 0.1],
  [4.6, 0.4],
  [5, 0.6],
  [3.4, 0.96],
  [2.6, 1],
  [2.2, 0.97],
] as const

const createHeader = ({ look: { engine } }: BikeContext, low: number, end: Point, material: THREE.Material): Parts => {
  const [x, y] = [engine.x + 22 * engine.size, engine.y]
  return [
    createTube(
      [
        [x - 2, y + 19 * engine.size, 2],
        [x + 7, y + 14, 4],
        [x + 8, y, 8],
        [x, low + 2, 10],
        [engine.x - 4, low, 12],
        end,
      ],
      2.1,
      material,
    ),
  ]
}

const createUpswept = (context: BikeContext, materials: Materials): Parts => {
  const { engine, seatY } = context.look
  const [x, y] = [engine.x + 20, engine.y]
  const joint: Point = [engine.x - 24, y + 20, 15]
  return [
    createTube(
      [[x, y + 19, 2], [x + 8, y + 14, 6], [x + 2, y + 2, 13], [engine.x - 6, y + 8, 15], joint],
      2,
      materials.steel,
    ),
    createSilencer(joint, [-14, seatY - 8, 17], longProfile, materials.exhaust),
    createBox([8, seatY - 15, 21], [26, 5, 0.8], materials.steel, -14),
  ]
}

/** A short box under or beside the rear wheel, as on street bikes. */
const createStub = (context: BikeContext, materials: Materials): Parts => {
  const rise = context.look.exhaust === 'sport' ? 7 : 0
  const sections = [
    { x: 1, top: 46 + rise, bottom: 34 + rise, width: 4.8, square: 3 },
    { x: 14, top: 45 + rise * 0.8, bottom: 30 + rise * 0.7, width: 6.2, square: 3 },
    { x: 36, top: 37, bottom: 21, width: 6.2, square: 3 },
    { x: 49, top: 28, bottom: 18, width: 3.6, square: 2.4 },
  ] as const
  const shield = sections
    .slice(0, 3)
    .map((one) => ({ ...one, top: one.top + 0.2, bottom: one.bottom + 5, width: one.width + 0.5 }))
  const [first, second, ...rest] = shield
  return [
    ...createHeader(context, 17, [48, 23, 14], materials.steel),
    createHull({ sections: [...sections], round: [2, 4], z: 17.6 }, materials.exhaust),
    ...(first && second
      ? [
          createHull(
            { sections: [first, second, ...rest], round: [1, 3], z: 17.8 },
            context.random.chance(0.5) ? materials.steel : materials.plastic,
          ),
        ]
      : []),
    createTurned(
      [
        [1.8, -2],
        [2.6, 0],
        [2.6, 2.4],
        [1.9, 2.4],
      ],
      { at: [2, 40 + rise, 17.6], axis: [-1, 0.35, 0] },
      materials.steel,
    ),
  ]
}

/** Header and silencer on the right side. */
export const createExhaust = (context: BikeContext, materials: Materials): Parts => {
  const { look, random } = context
  const { exhaust, engine } = look
  if (exhaust === 'up') return createUpswept(context, materials)
  if (exhaust === 'stub' || exhaust === 'sport') return createStub(context, materials)
  const bright = look.chrome && random.chance(0.75)
  const material = bright ? materials.chrome : materials.exhaust
  const low = exhaust === 'double' ? 15 : 17
  const joint: Point = [engine.x - 20, low + 1, 14]
  const end: Point = exhaust === 'double' ? [-28, 22, 18] : [-20, look.radius[0] - (exhaust === 'classic' ? 2 : -2), 17]
  const header = createHeader(context, low, joint, bright ? materials.chrome : materials.steel)
  const silencer = createSilencer(joint, end, exhaust === 'classic' ? classicProfile : longProfile, material)
  if (exhaust === 'double')
    return [...header, silencer, createSilencer([engine.x - 22, 24, 15], [-16, 31, 18.4], longProfile, material)]
  const shield =
    exhaust === 'long'
      ? [
          createBox(
            [14, look.radius[0] - 4, 21.6],
            [26, 4.4, 0.7],
            random.chance(0.5) ? materials.chrome : materials.plastic,
            -8,
          ),
        ]
      : []
  return [...header, silencer, ...shield]
}
