// The body over the engine, the seat and the tail of a scooter.
import type * as THREE from 'three'
import { createPaintedHull } from '../graphics.ts'
import { createHull } from '../hull.ts'
import { createIndicators } from '../indicators.ts'
import { createNumberPlate } from '../number-plate.ts'
import { createBox, createPlate, createTube, onBothSides } from '../solids.ts'
import type { Scooter } from './context.ts'

type Parts = THREE.Object3D[]

const createSeatAndTail = ({ context, materials }: Scooter, y: number, rise: number): Parts => [
  createHull(
    {
      sections: [
        { x: -34, top: y + 1 + rise, bottom: y - 6 + rise, width: 6 },
        { x: -27, top: y + 2 + rise, bottom: y - 8 + rise, width: 9 },
      ],
      round: [3, 1],
    },
    materials.red,
  ),
  createHull(
    {
      sections: [
        { x: -28, top: y + 13 + rise, bottom: y + 2 + rise, width: 9, square: 3.2 },
        { x: -4, top: y + 13 + rise * 0.5, bottom: y, width: 13.4, square: 3.4 },
        { x: 20, top: y + 8, bottom: y - 2, width: 14.6, square: 3.2 },
        { x: 46, top: y + 8, bottom: y - 3, width: 12.6, square: 3 },
        { x: 57, top: y + 6, bottom: y - 4, width: 7 },
      ],
      round: [6, 5],
    },
    materials.seat,
  ),
  ...onBothSides((side) => [
    createTube(
      [
        [-2, y + 4, side * 14],
        [-18, y + 10 + rise, side * 13],
        [-31, y + 15 + rise, side * 8],
        [-35, y + 16 + rise, 0],
      ],
      1.2,
      context.look.chrome ? materials.chrome : materials.plastic,
      18,
    ),
  ]),
  createPlate(
    [
      [-14, y - 8],
      [-30, y - 12],
      [-36, y - 26],
      [-38, y - 36],
      [-34, y - 36],
      [-22, y - 22],
      [-8, y - 16],
    ],
    { z: 0, thickness: 9 },
    materials.plastic,
  ),
  createNumberPlate([-37, y - 24, 0], 12, context),
  ...createIndicators([-26, y - 10 + rise, 0], 9, materials),
]

export const createRearBody = (scooter: Scooter): Parts => {
  const { context, materials, kind, isClassic, isLarge } = scooter
  const { colours, look } = context
  const y = look.seatY - 8
  const rise = isClassic ? 0 : context.random.between(2, 8)
  const low = isClassic ? 30 : 36
  const cut = isClassic
    ? [
        [52, y],
        [10, y + 2],
        [-22, y + 2],
        [-30, y - 6, -24, y - 18],
        [-8, 36, 24, low],
        [50, 28],
      ]
    : [
        [54, y],
        [10, y + 3],
        [-28, y + 3 + rise],
        [-32, y - 5 + rise],
        [-12, y - 14 + rise * 0.4],
        [14, 46],
        [30, low - 2],
        [54, 28],
      ]
  return [
    createPaintedHull(
      {
        sections: [
          { x: -32, top: y + 3 + rise, bottom: y - 12 + rise, width: 6 },
          { x: -18, top: y + 3 + rise * 0.7, bottom: y - 22, width: isClassic ? 15 : 12, square: 3 },
          { x: 8, top: y + 3, bottom: low, width: isClassic ? 20 : 16.6, square: 3 },
          { x: 34, top: y + 1, bottom: 27, width: isLarge ? 18.4 : 17, square: 3 },
          { x: 56, top: y - 1, bottom: 26, width: 11 },
        ],
        round: [6, 3],
      },
      { colour: colours.body, graphics: kind, cut },
      context,
      materials,
    ),
    createBox([46, (y + 28) / 2, 0], [14, y - 28, 22], materials.plastic),
    ...createSeatAndTail(scooter, y, rise),
  ]
}
