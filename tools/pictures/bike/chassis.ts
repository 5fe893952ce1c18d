// Fork, swingarm, shock absorbers, frame, chain, footrests and stand.
import type * as THREE from 'three'
import type { BikeContext } from './look.ts'
import type { Materials } from './materials.ts'
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
} from './solids.ts'

type Parts = THREE.Object3D[]

/** A point on the steering axis at this distance from the front axle. */
export const getForkPoint = ({ look }: BikeContext, distance: number, z = 0): Point => [
  look.wheelbase - Math.sin(toRadians(look.rake)) * distance,
  look.radius[1] + Math.cos(toRadians(look.rake)) * distance,
  z,
]

/** Where the frame holds the fork. */
export const getHead = (context: BikeContext): Point => getForkPoint(context, context.look.forkLength)

const createFrontGuard = ({ look }: BikeContext, materials: Materials, paint: THREE.Material): Parts => {
  const [axleX, axleY] = [look.wheelbase, look.radius[1]]
  if (look.frontGuard === 'high') return []
  const [from, to] = look.frontGuard === 'long' ? [32, 186] : [56, 164]
  const material = look.chrome && look.graphics.includes('line') ? materials.chrome : paint
  const halfWidth = look.tyre[1] * 0.5 + 2
  return [
    createMudguard({ at: [axleX, axleY, 0], radius: axleY + 2.6, from, to, halfWidth, drop: 5 }, material),
    ...onBothSides((side) => [
      createRod(
        {
          from: [axleX - axleY * 0.75, axleY + axleY * 0.62, side * halfWidth],
          to: [axleX - 1, axleY + 3, side * (halfWidth + 1)],
          radius: 0.5,
        },
        materials.steel,
      ),
    ]),
  ]
}

/** The fork with its clamps and the front mudguard. */
export const createFork = (context: BikeContext, materials: Materials, paint: THREE.Material): Parts => {
  const { look } = context
  const z = look.tyre[1] * 0.5 + 4.4
  const [length, isUpsideDown] = [look.forkLength, look.fork === 'usd']
  const split = length * (isUpsideDown ? 0.42 : 0.5)
  const direction: Point = [-Math.sin(toRadians(look.rake)), Math.cos(toRadians(look.rake)), 0]
  const at = (distance: number, side: number): Point => getForkPoint(context, distance, side * z)
  const tubes = isUpsideDown ? (context.random.chance(0.5) ? materials.gold : materials.plastic) : materials.chrome
  return [
    ...createFrontGuard(context, materials, paint),
    ...onBothSides((side) => [
      createRod(
        { from: at(-2, side), to: at(split, side), radius: isUpsideDown ? 2.1 : 2.9 },
        isUpsideDown ? materials.steel : materials.cover,
      ),
      createRod({ from: at(split - 1, side), to: at(length, side), radius: isUpsideDown ? 2.9 : 1.8 }, tubes),
      createBox(at(-1, side), [5, 5, 3.4], materials.cover, look.rake),
      ...(look.fork === 'boots'
        ? Array.from({ length: 8 }, (_, ring) =>
            createTurned(
              [
                [2.2, 0],
                [3.3, 1],
                [2.2, 2],
              ],
              { at: at(split + ring * 2, side), axis: direction },
              materials.rubber,
            ),
          )
        : []),
      ...(look.fork === 'sleeves'
        ? [createRod({ from: at(split + 2, side), to: at(length - 3, side), radius: 3.2 }, paint)]
        : []),
    ]),
    createBox(getForkPoint(context, length - 13), [5.4, 3, z * 2 + 5], materials.plastic, look.rake),
    createBox(getForkPoint(context, length), [5.4, 2.4, z * 2 + 5], materials.plastic, look.rake),
    createRod(
      { from: getForkPoint(context, length - 15), to: getForkPoint(context, length + 2), radius: 3 },
      materials.frame,
    ),
  ]
}

const createShocks = ({ look, random }: BikeContext, materials: Materials): Parts => {
  const radius = look.radius[0]
  const coil = random.pick([materials.red, materials.chrome, materials.chrome, materials.steel, materials.plastic])
  if (look.rearShocks === 'mono') {
    const [from, to]: [Point, Point] = [
      [30, radius + 8, 0],
      [42, look.seatY - 16, 0],
    ]
    return [
      createSpring(from, to, { radius: 3.8, turns: 6 }, coil),
      createRod({ from, to, radius: 2 }, materials.plastic),
    ]
  }
  return onBothSides((side) => {
    const [from, to]: [Point, Point] = [
      [-1, radius + 3, side * 13],
      [11, look.seatY - 7, side * 13],
    ]
    const middle: Point = [6, (radius + look.seatY) / 2, side * 13]
    return [
      createRod({ from, to, radius: 1.3 }, materials.chrome),
      createRod({ from: middle, to, radius: 2.1 }, materials.plastic),
      createSpring(from, to, { radius: 2.8, turns: 9 }, coil),
    ]
  })
}

const createChain = ({ look, random }: BikeContext, materials: Materials): Parts => {
  const radius = look.radius[0]
  if (look.engine.kind === 'flat' || (look.chrome && random.chance(0.75)))
    return [
      createPlate(
        [
          [50, radius + 9],
          [-4, radius + 9.6],
          [-13, radius + 8, -13, radius],
          [-12, radius - 8, -4, radius - 8.4],
          [50, radius - 6],
        ],
        { z: -10, thickness: 4 },
        materials.plastic,
      ),
    ]
  return [
    createTurned(
      [
        [4, -0.4],
        [8.4, -0.4],
        [8.4, 0.4],
        [4, 0.4],
      ],
      { at: [0, radius, -9], axis: [0, 0, 1] },
      materials.steel,
    ),
    createTube(
      [
        [0, radius + 8.4, -9],
        [24, radius + 8, -9],
        [48, radius + 8, -9],
      ],
      0.7,
      materials.steel,
      8,
    ),
    createTube(
      [
        [0, radius - 8.4, -9],
        [24, radius - 5.6, -9],
        [48, radius - 1, -9],
      ],
      0.7,
      materials.steel,
      8,
    ),
    createPlate(
      [
        [48, radius + 12],
        [4, radius + 12],
        [-2, radius + 10],
        [4, radius + 9],
        [48, radius + 8],
      ],
      { z: -10, thickness: 3 },
      materials.plastic,
    ),
  ]
}

/** Swingarm, shock absorbers and chain. */
export const createRearEnd = (context: BikeContext, materials: Materials): Parts => {
  const { look } = context
  const radius = look.radius[0]
  const isWide = look.rearShocks === 'mono'
  const material = isWide ? materials.plastic : materials.frame
  return [
    ...onBothSides((side) => [
      createTube(
        [
          [48, radius + 6, side * 9],
          [24, radius + 3.5, side * 10.4],
          [-4, radius, side * 10.8],
        ],
        isWide ? 2.8 : 1.9,
        material,
        10,
      ),
      createBox([-3, radius, side * 12], [6, 4.2, 1.6], materials.steel),
    ]),
    ...createShocks(context, materials),
    ...createChain(context, materials),
  ]
}
