// Grab rails, carriers and back rests.
import type * as THREE from 'three'
import { createHull } from './hull.ts'
import type { BikeContext, Look } from './look.ts'
import type { Materials } from './materials.ts'
import { createRod, createTube, onBothSides } from './solids.ts'
import { seatRear } from './seat-rear.ts'

type Rail = { y: number; rise: number; material: THREE.Material; materials: Materials }

const b = seatRear

const rails: Record<Look['rail'], (rail: Rail) => THREE.Object3D[]> = {
  none: () => [],
  tube: ({ y, rise, material }) =>
    onBothSides((side) => [
      createTube(
        [
          [b + 36, y - 5, side * 12.6],
          [b + 12, y + 1 + rise, side * 13.4],
          [b - 3, y + 8 + rise, side * 11],
          [b - 12, y + 11 + rise, 0],
        ],
        1.2,
        material,
        20,
      ),
    ]),
  split: ({ y, rise, materials }) =>
    onBothSides((side) => [
      createTube(
        [
          [b + 24, y + 4 + rise * 0.4, side * 11],
          [b + 8, y + 10 + rise, side * 12.4],
          [b - 8, y + 15 + rise, side * 8],
        ],
        1.4,
        materials.plastic,
        16,
      ),
    ]),
  back: ({ y, materials }) => [
    ...onBothSides((side) => [
      createTube(
        [
          [10, y - 6, side * 12],
          [-10, y + 4, side * 12],
          [-20, y + 20, side * 9],
          [-22, y + 30, 0],
        ],
        1.1,
        materials.chrome,
        22,
      ),
    ]),
    createHull(
      {
        sections: [
          { x: -23, top: y + 29, bottom: y + 16, width: 7 },
          { x: -18, top: y + 28, bottom: y + 15, width: 7.6 },
        ],
        round: [2, 2],
      },
      materials.seat,
    ),
  ],
  carrier: ({ y, rise, material }) => [
    ...onBothSides((side) => [
      createTube(
        [
          [b + 32, y - 4, side * 12],
          [b + 4, y + 7 + rise, side * 12],
          [b - 18, y + 10 + rise, side * 10],
          [b - 26, y + 10 + rise, 0],
        ],
        1,
        material,
        20,
      ),
    ]),
    ...[0, 1, 2, 3].map((bar) =>
      createRod(
        { from: [b - 20 + bar * 7, y + 9.6 + rise, -11], to: [b - 20 + bar * 7, y + 9.6 + rise, 11], radius: 0.7 },
        material,
      ),
    ),
  ],
}

export const createRail = ({ look }: BikeContext, materials: Materials): THREE.Object3D[] =>
  rails[look.rail]({
    y: look.seatY,
    rise: look.tailRise,
    material: look.chrome ? materials.chrome : materials.plastic,
    materials,
  })
