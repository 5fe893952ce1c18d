// Seat, tail, rear light and grab rail.
import type * as THREE from 'three'
import { tankRear } from './body.ts'
import { createPaintedHull } from './graphics.ts'
import { createHull, type Hull } from './hull.ts'
import type { BikeContext, Graphics, Look } from './look.ts'
import type { Materials } from './materials.ts'
import {
  createPlate as createSlab,
  createBox,
  createMudguard,
  createTurned,
  type Outline,
  type Point,
} from './solids.ts'
import { createIndicators } from './indicators.ts'
import { createNumberPlate } from './number-plate.ts'
import { createRail } from './rail.ts'
import { seatRear } from './seat-rear.ts'

type Parts = THREE.Object3D[]

const front = tankRear + 8

const seatHulls: Record<Look['seat'], (y: number, rise: number) => Hull[]> = {
  bench: (y, rise) => [
    {
      sections: [
        { x: seatRear, top: y + 4 + rise * 0.5, bottom: y - 5 + rise * 0.5, width: 10, square: 3.6 },
        { x: 12, top: y + 3.4, bottom: y - 8, width: 12.6, square: 3.8 },
        { x: 44, top: y, bottom: y - 9, width: 11.6, square: 3.4 },
        { x: front, top: y + 3, bottom: y - 8, width: 7 },
      ],
      round: [6, 4],
    },
  ],
  flat: (y, rise) => [
    {
      sections: [
        { x: seatRear, top: y + 3 + rise * 0.6, bottom: y - 3 + rise * 0.6, width: 9.6, square: 3.6 },
        { x: 16, top: y + 2.6, bottom: y - 5, width: 12, square: 3.6 },
        { x: front, top: y + 3.6, bottom: y - 5, width: 7 },
      ],
      round: [5, 4],
    },
  ],
  step: (y, rise) => [
    {
      sections: [
        { x: seatRear, top: y + 9 + rise, bottom: y + 1 + rise, width: 8.6, square: 3.4 },
        { x: 2, top: y + 8 + rise * 0.7, bottom: y - 2 + rise * 0.6, width: 11.6, square: 3.6 },
        { x: 18, top: y + 4.6, bottom: y - 6, width: 12.6, square: 3.4 },
        { x: 34, top: y - 0.6, bottom: y - 8, width: 12.2, square: 3.2 },
        { x: front, top: y + 3, bottom: y - 7, width: 6.4 },
      ],
      round: [6, 4],
    },
  ],
  split: (y, rise) => [
    {
      sections: [
        { x: 18, top: y + 5, bottom: y - 6, width: 11, square: 3.4 },
        { x: 28, top: y, bottom: y - 8, width: 12.2, square: 3.2 },
        { x: 46, top: y - 1, bottom: y - 9, width: 11, square: 3 },
        { x: front + 1, top: y + 4, bottom: y - 7, width: 6 },
      ],
      round: [4, 4],
    },
    {
      sections: [
        { x: seatRear, top: y + 14 + rise, bottom: y + 8 + rise, width: 7.4, square: 3.2 },
        { x: -2, top: y + 12.6 + rise * 0.8, bottom: y + 3 + rise * 0.7, width: 9.8, square: 3.3 },
        { x: 20, top: y + 5.6, bottom: y - 3, width: 10.4, square: 3 },
      ],
      round: [5, 3],
    },
  ],
  saddle: (y) => [
    {
      sections: [
        { x: 18, top: y + 7, bottom: y - 6, width: 12, square: 3 },
        { x: 30, top: y, bottom: y - 9, width: 14, square: 3 },
        { x: 48, top: y - 1, bottom: y - 8, width: 12 },
        { x: front, top: y + 3, bottom: y - 5, width: 7 },
      ],
      round: [5, 4],
    },
    {
      sections: [
        { x: -12, top: y + 10, bottom: y + 2, width: 9, square: 3 },
        { x: 4, top: y + 10.4, bottom: y, width: 11.4, square: 3 },
        { x: 19, top: y + 8, bottom: y - 3, width: 11 },
      ],
      round: [5, 3],
    },
  ],
}

/** Where the rear light is, and where the number plate. */
type TailEnd = { light: Point; plate: Point; leaning: number }
type Tail = { parts: Parts; end: TailEnd }

/** The cowl as a body, and the outline to which it is trimmed; `lift` raises its end. */
const getCowlShape = (look: Look, lift: number): { hull: Hull; cut: Outline } => {
  const [y, rise, b] = [look.seatY, look.tailRise, seatRear]
  const hull: Hull = {
    sections: [
      { x: b - 9, top: y + 2 + rise + lift, bottom: y - 6 + rise + lift, width: 5.4 },
      { x: b + 4, top: y + 1 + rise + lift * 0.8, bottom: y - 11 + rise * 0.6 + lift * 0.5, width: 9, square: 3 },
      { x: b + 30, top: y - 1, bottom: y - 17, width: 12, square: 3.4 },
      { x: front, top: y - 4, bottom: y - 18, width: 12, square: 3.4 },
    ],
    round: [4, 0],
  }
  const cut =
    look.tail === 'cowl'
      ? [
          [front, y - 3],
          [b - 10, y + 3 + rise],
          [b - 10, y - 6 + rise],
          [b + 12, y - 11 + rise * 0.4],
          [front, y - 12],
        ]
      : [
          [front, y - 4],
          [b + 26, y + 3],
          [b - 10, y + 3 + rise + lift],
          [b - 10, y - 1 + rise + lift],
          [b + 12, y - 6 + rise * 0.4],
          [b + 34, y - 16],
          [front, y - 13],
        ]
  return { hull, cut }
}

const createCowl = (context: BikeContext, materials: Materials, kind: Graphics): Tail => {
  const { look, colours } = context
  const [y, rise, b] = [look.seatY, look.tailRise, seatRear]
  const isHigh = look.tail === 'high'
  const lift = look.tail === 'cowl' ? 0 : isHigh ? 10 : 6
  const { hull, cut } = getCowlShape(look, lift)
  const lightAt: Point = [b - 10, y - 2 + rise + lift, 0]
  const plateAt: Point = look.tail === 'cowl' ? [b - 17, y - 22 + rise, 0] : [b - 22, y - 20 + rise, 0]
  return {
    parts: [
      createPaintedHull(hull, { colour: colours.body, graphics: kind, cut }, context, materials),
      createHull(
        {
          sections: [
            { x: b - 12.4, top: lightAt[1] + 3.6, bottom: lightAt[1] - 3, width: 5 },
            { x: b - 5, top: lightAt[1] + 3.8, bottom: lightAt[1] - 4, width: 6.6 },
          ],
          round: [2, 1],
        },
        materials.red,
      ),
      createSlab(
        [
          [b + 14, y - 8],
          [b - 4, lightAt[1] - 4],
          [b - 12, lightAt[1] - 4],
          [plateAt[0] + 1, plateAt[1] + 10],
          [plateAt[0], plateAt[1] - 4],
          [plateAt[0] + 3, plateAt[1] - 4],
          [plateAt[0] + 7, plateAt[1] + 7],
          [b + 10, y - 14],
        ],
        { z: 0, thickness: 9 },
        materials.plastic,
      ),
      createMudguard(
        {
          at: [0, look.radius[0], 0],
          radius: look.radius[0] + (look.tail === 'cowl' ? 5 : 2.4),
          from: 60,
          to: look.tail === 'cowl' ? 160 : 130,
          halfWidth: look.tyre[0] * 0.5 + 2,
        },
        materials.plastic,
      ),
    ],
    end: { light: lightAt, plate: plateAt, leaning: 22 },
  }
}

const createFender = (context: BikeContext, materials: Materials, paint: THREE.Material): Tail => {
  const { look, random } = context
  const radius = look.radius[0]
  const material = random.chance(0.3) ? materials.chrome : paint
  const x = -radius - 2
  return {
    parts: [
      createMudguard(
        { at: [0, radius, 0], radius: radius + 6.4, from: 40, to: 172, halfWidth: look.tyre[0] * 0.5 + 3.2, drop: 6 },
        material,
      ),
      createTurned(
        [
          [0, 3],
          [3, 2.8],
          [4, 1.4],
          [4.2, -3],
          [0, -4],
        ],
        { at: [x, radius + 23, 0], axis: [-1, 0.3, 0] },
        materials.red,
      ),
    ],
    end: { light: [x, radius + 21, 0], plate: [x - 4, radius + 9, 0], leaning: 14 },
  }
}

const createTrailTail = (context: BikeContext, materials: Materials, kind: Graphics): Tail => {
  const { look, colours } = context
  const [y, b] = [look.seatY, seatRear]
  return {
    parts: [
      createPaintedHull(
        {
          sections: [
            { x: b - 24, top: y + 3, bottom: y - 1, width: 5 },
            { x: b, top: y + 3, bottom: y - 5, width: 9 },
            { x: 34, top: y - 2, bottom: y - 12, width: 11, square: 3 },
            { x: front, top: y - 4, bottom: y - 13, width: 10 },
          ],
          round: [6, 2],
        },
        { colour: colours.body, graphics: kind },
        context,
        materials,
      ),
      createBox([b - 14, y - 3, 0], [6, 4.6, 9], materials.red),
    ],
    end: { light: [b - 12, y - 5, 0], plate: [b - 20, y - 16, 0], leaning: 24 },
  }
}

const createTail = (context: BikeContext, materials: Materials, paint: THREE.Material, kind: Graphics): Tail => {
  if (context.look.tail === 'fender') return createFender(context, materials, paint)
  if (context.look.tail === 'trail') return createTrailTail(context, materials, kind)
  return createCowl(context, materials, kind)
}

/** Seat, tail, lights, plate and rail. */
export const createSeatAndTail = (
  context: BikeContext,
  materials: Materials,
  paint: THREE.Material,
  kind: Graphics,
): Parts => {
  const { look } = context
  const { parts, end } = createTail(context, materials, paint, kind)
  return [
    ...seatHulls[look.seat](look.seatY, look.tailRise).map((hull) => createHull(hull, materials.seat)),
    ...parts,
    ...createIndicators([end.light[0] + 2, end.light[1] - 6, 0], 9, materials),
    createNumberPlate(end.plate, end.leaning, context),
    ...createRail(context, materials),
  ]
}
