// The low body of a moped in place of tank and frame.
import type * as THREE from 'three'
import { getHead } from './chassis.ts'
import { createPaintedHull } from './graphics.ts'
import type { BikeContext, Graphics } from './look.ts'
import type { Materials } from './materials.ts'
import { createBox, createTube, onBothSides } from './solids.ts'

const createLegShield = (context: BikeContext, materials: Materials): THREE.Object3D => {
  const [headX, headY] = getHead(context)
  return createPaintedHull(
    {
      sections: [
        { x: headX - 16, top: headY - 8, bottom: 30, width: 23, square: 4.6 },
        { x: headX - 7, top: headY - 8, bottom: 32, width: 22, square: 4.6 },
      ],
      round: [0, 2],
    },
    {
      colour: '#d9d6ca',
      cut: [
        [headX - 7, headY - 10],
        [headX - 6, headY - 24],
        [headX - 13, 44],
        [headX - 16, 31],
        [headX - 13, 31],
        [headX - 9, 44],
        [headX - 2, headY - 22],
        [headX - 3, headY - 10],
      ],
    },
    context,
    materials,
  )
}

export const createMoped = (context: BikeContext, materials: Materials, kind: Graphics): THREE.Object3D[] => {
  const [headX, headY] = getHead(context)
  const { colours, look } = context
  const y = look.seatY - 8
  return [
    createTube(
      [
        [headX, headY - 6, 0],
        [headX - 10, headY - 28, 0],
        [headX - 24, 42, 0],
        [60, 38, 0],
        [46, 48, 0],
        [40, y, 0],
      ],
      3.4,
      materials.paint,
      32,
    ),
    createPaintedHull(
      {
        sections: [
          { x: 8, top: y, bottom: y - 16, width: 9, square: 3.4 },
          { x: 30, top: y + 1, bottom: y - 24, width: 10.6, square: 3.4 },
          { x: 52, top: y, bottom: y - 26, width: 9.4, square: 3 },
        ],
        round: [4, 4],
      },
      { colour: colours.body, graphics: kind },
      context,
      materials,
    ),
    ...onBothSides((side) => [
      createTube(
        [
          [46, y - 6, side * 6],
          [12, y, side * 8],
          [-14, y + 1, side * 7],
        ],
        1.4,
        materials.frame,
        14,
      ),
      createTube(
        [
          [44, look.radius[0] + 4, side * 8],
          [34, 50, side * 8],
          [18, y, side * 8],
        ],
        1.2,
        materials.frame,
        10,
      ),
    ]),
    createBox([70, 35, 0], [30, 2.4, 22], materials.plastic),
    createLegShield(context, materials),
  ]
}
