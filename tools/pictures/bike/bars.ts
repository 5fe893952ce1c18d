// Handlebars with grips, levers, mirrors and cables.
import type * as THREE from 'three'
import { getHead } from './chassis.ts'
import type { BikeContext, Look } from './look.ts'
import type { Materials } from './materials.ts'
import { createBox, createEgg, createRod, createTube, onBothSides, type Point } from './solids.ts'

/** From the clamp to the end of the grip: how far back, up and out. */
const shapes: Record<Look['bars'], { rise: number; back: number; out: number; end: number }> = {
  commuter: { rise: 11, back: 13, out: 36, end: -1 },
  flat: { rise: 6, back: 7, out: 37, end: 0 },
  wide: { rise: 10, back: 9, out: 40, end: 1 },
  clip: { rise: -5, back: 6, out: 33, end: -3 },
  high: { rise: 22, back: 20, out: 38, end: 1 },
  swept: { rise: 9, back: 21, out: 36, end: -3 },
}

/** Where the right grip begins and ends, for other parts that sit on the bars. */
const getGrip = (context: BikeContext): { clamp: Point; inner: Point; outer: Point } => {
  const [x, y] = getHead(context)
  const { rise, back, out, end } = shapes[context.look.bars]
  const clampY = y + 5
  return {
    clamp: [x + 1, clampY, 0],
    inner: [x - back * 0.72, clampY + rise, out - 13],
    outer: [x - back, clampY + rise + end, out],
  }
}

type MirrorShape = 'round' | 'oval' | 'square'
const roundMirrors: readonly [MirrorShape, ...MirrorShape[]] = ['round', 'round', 'oval']
const plainMirrors: readonly [MirrorShape, ...MirrorShape[]] = ['oval', 'square', 'oval']

const createMirror = (
  [x, y, z]: Point,
  side: number,
  shape: MirrorShape,
  materials: Materials,
  stem: THREE.Material,
) => {
  const head: Point = [x + 1, y + 18, side * (z + 9)]
  const half: Point = shape === 'round' ? [1.2, 5.6, 5.6] : shape === 'oval' ? [1.4, 4, 7.4] : [1.2, 4.6, 6.4]
  const glass: Point = [head[0] - 1.1, head[1], head[2]]
  return [
    createTube(
      [
        [x, y, side * z],
        [x + 2, y + 9, side * (z + 2)],
        [x + 1.6, y + 16, side * (z + 8)],
      ],
      0.55,
      stem,
      12,
    ),
    createEgg(head, half, shape === 'round' ? stem : materials.piano),
    createEgg(glass, [0.6, half[1] * 0.86, half[2] * 0.88], materials.mirror),
  ]
}

export const createBars = (context: BikeContext, materials: Materials): THREE.Object3D[] => {
  const { look, random } = context
  const { clamp, inner, outer } = getGrip(context)
  const bar = look.chrome ? materials.chrome : materials.plastic
  const shape = look.chrome ? random.pick(roundMirrors) : random.pick(plainMirrors)
  const missing = random.chance(0.06) ? random.pick([1, -1]) : 0
  const guards = look.tail === 'trail' && random.chance(0.6)
  return onBothSides((side) => {
    const mirrored = ([x, y, z]: Point): Point => [x, y, z * side]
    return [
      createTube(
        [
          [clamp[0], clamp[1], 0],
          [clamp[0], clamp[1] + 0.5, side * 6],
          mirrored([clamp[0] - 2, (clamp[1] + inner[1]) / 2 + 1, 13]),
          mirrored(inner),
          mirrored(outer),
        ],
        1.15,
        bar,
        24,
      ),
      createRod({ from: mirrored(inner), to: mirrored(outer), radius: 1.8 }, materials.rubber),
      createBox(mirrored([inner[0] + 1, inner[1] + 0.6, inner[2] - 2]), [4, 3.6, 4.4], materials.plastic),
      createTube(
        [
          mirrored([inner[0] + 3, inner[1], inner[2]]),
          mirrored([inner[0] + 6, inner[1] - 0.6, inner[2] + 4]),
          mirrored([outer[0] + 6, outer[1] - 1, outer[2]]),
        ],
        0.65,
        materials.steel,
        8,
      ),
      createTube(
        [
          mirrored([inner[0] + 3, inner[1], inner[2] - 2]),
          [clamp[0] + 12, clamp[1] + 2, side * 9],
          [clamp[0] + 5, clamp[1] - 14, side * 6],
        ],
        0.45,
        materials.rubber,
        14,
      ),
      createRod(
        { from: [clamp[0] - 1, clamp[1] - 6, side * 4], to: [clamp[0] + 1, clamp[1] + 1, side * 4], radius: 1.6 },
        materials.plastic,
      ),
      ...(missing === side
        ? []
        : createMirror(
            [inner[0] + 2, inner[1], inner[2] - 2],
            side,
            shape,
            materials,
            look.chrome ? materials.chrome : materials.plastic,
          )),
      ...(guards ? [createEgg(mirrored([outer[0] + 7, outer[1], outer[2] - 5]), [2, 5, 8], materials.plastic)] : []),
    ]
  })
}
