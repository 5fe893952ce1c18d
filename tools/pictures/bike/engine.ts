import * as THREE from 'three'
import { getHead } from './chassis.ts'
import { createHull } from './hull.ts'
import type { BikeContext } from './look.ts'
import type { Materials } from './materials.ts'
import {
  createBox,
  createEgg,
  createPlate,
  createRod,
  createTube,
  createTurned,
  onBothSides,
  toRadians,
  type Point,
} from './solids.ts'

type Parts = THREE.Object3D[]

/** The crankcase with its round covers. */
const createCase = (materials: Materials): Parts => [
  createPlate(
    [
      [-20, 7],
      [-21, -4],
      [-17, -11, -6, -12.6],
      [10, -13],
      [18, -11, 18, -2],
      [17, 6],
      [11, 11],
      [-6, 12],
      [-15, 11, -20, 7],
    ],
    { z: 0, thickness: 20, bevel: 2.6 },
    materials.engine,
  ),
  createBox([-1, -13, 0], [21, 3, 14], materials.engine),
  ...onBothSides((side) => [
    createPlate(
      [
        [-18, 3],
        [-16, -8, -6, -10.4],
        [8, -11],
        [15, -8, 15, 0],
        [11, 8],
        [-4, 10],
        [-15, 9, -18, 3],
      ],
      { z: side * 11.5, thickness: 4.6, bevel: 1.6 },
      materials.engine,
    ),
    createTurned(
      [
        [0, 4.4],
        [3.6, 4.4],
        [4.6, 3.8],
        [7.4, 3.7],
        [8.8, 2.6],
        [9.4, 0],
      ],
      { at: [side > 0 ? 1 : -6, -1, side * 12.6], axis: [0, 0, side] },
      materials.cover,
    ),
    createTurned(
      [
        [0, 3],
        [2.4, 3],
        [4.4, 2],
        [5, 0],
      ],
      { at: [11, -4, side * 12.4], axis: [0, 0, side] },
      materials.cover,
    ),
    ...Array.from({ length: 8 }, (_, index) => {
      const angle = (index / 8) * 2 * Math.PI
      const [x, y] = [Math.cos(angle) * 8.4 + (side > 0 ? 1 : -6), Math.sin(angle) * 8.4 - 1]
      return createRod({ from: [x, y, side * 14], to: [x, y, side * 15.6], radius: 0.6, sides: 6 }, materials.steel)
    }),
  ]),
]

const createCylinder = ({ look: { engine } }: BikeContext, materials: Materials, fins: THREE.Material): THREE.Group => {
  const group = new THREE.Group()
  const isLiquid = engine.kind === 'liquid'
  const count = isLiquid ? 0 : engine.fins
  const step = 15.5 / Math.max(1, count)
  for (let index = 0; index < count; index++) {
    const size = 18 - Math.abs(index - count * 0.4) * 0.4
    group.add(createBox([0, 3 + index * step, 0], [size, step * 0.42, size - 0.6], fins))
  }
  const top = 19
  group.add(
    createBox([0, 10, 0], isLiquid ? [15, 18, 15] : [12.6, 18, 12.6], materials.engine),
    createBox([0, top + 2.4, 0], [15.6, 6, 14.6], fins),
    createHull(
      {
        sections: [
          { x: -7.6, top: top + 9.6, bottom: top + 4, width: 6.6, square: 3.4 },
          { x: 7.6, top: top + 9, bottom: top + 4, width: 6.6, square: 3.4 },
        ],
        round: [2, 2],
      },
      materials.cover,
    ),
    createRod({ from: [3, top + 3, 7], to: [6, top + 6, 12], radius: 0.9 }, materials.rubber),
  )
  for (const side of [1, -1])
    group.add(
      createTurned(
        [
          [0, 1.6],
          [2.6, 1.6],
          [3.4, 0.8],
          [3.6, 0],
        ],
        { at: [0, top + 5, side * 7], axis: [0, 0, side] },
        materials.cover,
      ),
    )
  group.position.set(7, 8, 0)
  group.rotation.z = -toRadians(engine.tilt)
  return group
}

/** A lying cylinder as in small step-through bikes. */
const createFlatEngine = (materials: Materials): Parts => [
  createPlate(
    [
      [-18, 7],
      [-19, -3],
      [-12, -10],
      [12, -10],
      [15, -2],
      [12, 8],
      [-12, 10],
    ],
    { z: 0, thickness: 18, bevel: 2.6 },
    materials.engine,
  ),
  ...onBothSides((side) => [
    createTurned(
      [
        [0, 4],
        [4, 4],
        [7, 3],
        [8, 0],
      ],
      { at: [-8, 0, side * 8.8], axis: [0, 0, side] },
      materials.cover,
    ),
    createTurned(
      [
        [0, 3],
        [3.6, 3],
        [5, 0],
      ],
      { at: [5, -3, side * 8.8], axis: [0, 0, side] },
      materials.cover,
    ),
  ]),
  ...Array.from({ length: 7 }, (_, index) =>
    createBox([15 + index * 2.2, 1.5 + index * 0.3, 0], [0.9, 13, 14], materials.cover),
  ),
  createRod({ from: [12, 1, 0], to: [32, 4, 0], radius: 5 }, materials.engine),
  createBox([32, 4, 0], [5, 11, 11], materials.cover),
]

const createRadiator = (context: BikeContext, materials: Materials): Parts => {
  const [headX] = getHead(context)
  const x = headX - 4
  return [
    createBox([x, 56, 0], [3, 20, 24], materials.plastic, 12),
    ...Array.from({ length: 7 }, (_, index) =>
      createBox([x + 1.8, 48 + index * 2.7, 0], [0.5, 0.5, 21], materials.steel, 12),
    ),
    createTube(
      [
        [x, 47, 10],
        [x - 8, 40, 12],
        [x - 16, 44, 9],
      ],
      1.2,
      materials.rubber,
      10,
    ),
  ]
}

const createIntake = (materials: Materials): Parts => [
  createRod({ from: [-2, 22, 0], to: [-14, 25, 0], radius: 3 }, materials.rubber),
  createBox([-7, 21, 0], [7, 8, 7], materials.steel),
  createTube(
    [
      [-8, 25, 3],
      [-2, 34, 5],
      [4, 42, 4],
    ],
    0.7,
    materials.rubber,
    10,
  ),
]

/** The engine with what hangs on it: intake, radiator, kick starter. */
export const createEngine = (context: BikeContext, materials: Materials): Parts => {
  const { engine, chrome } = context.look
  const group = new THREE.Group()
  const fins = context.random.chance(0.4) ? materials.cover : materials.engine
  if (engine.kind === 'flat') group.add(...createFlatEngine(materials))
  else group.add(...createCase(materials), createCylinder(context, materials, fins), ...createIntake(materials))
  if (engine.kind === 'upright')
    group.add(
      ...onBothSides((side) => [
        createEgg([-4, -1, side * 13.4], [19, 9, 4], chrome ? materials.chrome : materials.cover),
        createEgg([-14, 22, side * 7], [6, 7, 5], chrome ? materials.chrome : materials.plastic),
      ]),
    )
  if (context.random.chance(engine.kind === 'liquid' ? 0.05 : 0.6)) {
    const kick: Point[] = [
      [-16, 0, 15],
      [-18, 9, 17],
      [-19, 17, 18],
    ]
    group.add(
      createTube(kick, 1, materials.steel, 10),
      createRod({ from: [-19, 17, 17], to: [-17, 18, 23], radius: 1.3 }, materials.rubber),
    )
  }
  group.position.set(engine.x, engine.y, 0)
  group.scale.set(engine.size, engine.size, engine.size)
  return engine.kind === 'liquid' ? [group, ...createRadiator(context, materials)] : [group]
}
