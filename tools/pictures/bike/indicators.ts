import type * as THREE from 'three'
import { createHull } from './hull.ts'
import type { Materials } from './materials.ts'
import { createRod, onBothSides, type Point } from './solids.ts'

/** Two orange lights on stalks. */
export const createIndicators = ([x, y]: Point, out: number, materials: Materials): THREE.Object3D[] =>
  onBothSides((side) => [
    createRod({ from: [x, y, side * 4], to: [x, y, side * out], radius: 0.7 }, materials.plastic),
    createHull(
      {
        sections: [
          { x: x - 3, top: y + 1.8, bottom: y - 1.8, width: 2.4 },
          { x: x + 3, top: y + 2.2, bottom: y - 2.2, width: 3 },
        ],
        round: [2, 2],
        z: side * (out + 2),
      },
      materials.amber,
    ),
  ])
