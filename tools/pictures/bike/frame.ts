// Frame, footrests and stand.
import type * as THREE from 'three'
import { getHead } from './chassis.ts'
import type { BikeContext } from './look.ts'
import type { Materials } from './materials.ts'
import { createBox, createRod, createTube, onBothSides, type Point } from './solids.ts'

type Parts = THREE.Object3D[]

const frameTubes: Record<
  BikeContext['look']['frame'],
  (head: Point, engine: { x: number; y: number }) => { points: Point[]; radius: number }[]
> = {
  diamond: ([x, y], { x: ex, y: ey }) => [
    {
      radius: 2.1,
      points: [
        [x, y - 9, 1],
        [x - 8, y - 30, 2],
        [ex + 16, ey + 6, 3],
      ],
    },
  ],
  cradle: ([x, y], { x: ex, y: ey }) => [
    {
      radius: 1.6,
      points: [
        [x, y - 10, 2],
        [x - 9, y - 36, 6],
        [ex + 20, ey - 9, 8],
        [ex, ey - 17, 10],
        [ex - 18, ey - 14, 10],
        [48, ey + 2, 9],
      ],
    },
  ],
  perimeter: ([x, y], { y: ey }) => [
    {
      radius: 3,
      points: [
        [x, y - 5, 5],
        [x - 14, y - 14, 12],
        [66, y - 28, 13.6],
        [48, ey + 6, 11],
      ],
    },
  ],
  trellis: ([x, y], { y: ey }) => [
    {
      radius: 1.5,
      points: [
        [x, y - 4, 5],
        [76, y - 10, 12],
        [50, y - 18, 12],
      ],
    },
    {
      radius: 1.5,
      points: [
        [x, y - 14, 5],
        [72, y - 28, 12],
        [49, ey + 6, 11],
      ],
    },
    {
      radius: 1.1,
      points: [
        [86, y - 8, 9],
        [72, y - 28, 12],
        [64, y - 14, 12],
        [56, y - 36, 11.4],
      ],
    },
  ],
}

/** The frame from the steering head to the tail. */
export const createFrame = (context: BikeContext, materials: Materials): Parts => {
  const { look, random } = context
  const head = getHead(context)
  const under = look.seatY - 9
  const main = look.frame === 'trellis' && random.chance(0.6) ? materials.second : materials.frame
  return [
    createTube(
      [
        [head[0], head[1] - 4, 0],
        [head[0] - 16, look.tank.y + 5, 0],
        [58, look.tank.y + 1, 0],
        [44, under, 0],
      ],
      2.6,
      main,
    ),
    ...onBothSides((side) => [
      ...frameTubes[look.frame](head, look.engine).map(({ points, radius }) =>
        createTube(
          points.map(([x, y, z]): Point => [x, y, z * side]),
          radius,
          main,
          20,
        ),
      ),
      createTube(
        [
          [56, under + 1, side * 6],
          [22, under + 1, side * 9],
          [-8, under + 3 + look.tailRise * 0.5, side * 8],
        ],
        1.4,
        materials.frame,
        14,
      ),
      createTube(
        [
          [46, under, side * 7],
          [46, 56, side * 9],
          [48, look.radius[0] + 6, side * 9],
        ],
        1.8,
        materials.frame,
        10,
      ),
      createTube(
        [
          [12, under + 1, side * 9],
          [28, 58, side * 10],
          [47, look.radius[0] + 8, side * 9.6],
        ],
        1.2,
        materials.frame,
        12,
      ),
    ]),
    // The battery and the airbox behind the side panels.
    createBox([46, under - 12, 0], [26, 22, 15], materials.plastic),
  ]
}

/** Footrests, pedals and the side stand. */
export const createFootwear = ({ look }: BikeContext, materials: Materials): Parts => {
  const [x, y] = [look.bars === 'clip' ? 42 : look.bars === 'high' ? 84 : 48, look.bars === 'clip' ? 38 : 30]
  return [
    ...onBothSides((side) => [
      createRod({ from: [x, y, side * 13], to: [x - 1, y + 0.5, side * 24], radius: 1.5 }, materials.rubber),
      createRod({ from: [24, y + 8, side * 12], to: [23, y + 8.6, side * 21], radius: 1.3 }, materials.rubber),
      createTube(
        [
          [x, y, side * 12.6],
          [36, y + 7, side * 12],
          [24, y + 8, side * 12],
        ],
        1.1,
        materials.frame,
        10,
      ),
    ]),
    createTube(
      [
        [x + 2, y - 2, 14],
        [x + 10, y - 5, 15],
        [x + 18, y - 2, 16],
      ],
      0.8,
      materials.steel,
      10,
    ),
    createTube(
      [
        [x + 2, y - 2, -14],
        [x + 10, y - 4, -15],
        [x + 18, y - 1, -17],
      ],
      0.8,
      materials.steel,
      10,
    ),
    createRod({ from: [46, 22, -10], to: [36, 1, -24], radius: 1 }, materials.frame),
    createBox([35.6, 0.6, -25], [7, 1, 4.6], materials.frame),
  ]
}
