// Number plates as in Bangladesh: two lines, black on white, with invented numbers.
import * as THREE from 'three'
import { createCanvas, toTexture } from './graphics.ts'
import type { BikeContext } from './look.ts'
import { createSolid, toRadians, type Point } from './solids.ts'

const [widthCm, heightCm] = [19, 11.5]

/** A plate at `at`, facing backwards and leaning by degrees. The text has two lines. */
export const createNumberPlate = (at: Point, leaning: number, { plate }: BikeContext): THREE.Group => {
  const { canvas, drawing } = createCanvas(256, 156)
  drawing.fillStyle = '#e9e7df'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.strokeStyle = '#1a1a1a'
  drawing.lineWidth = 5
  drawing.strokeRect(6, 6, canvas.width - 12, canvas.height - 12)
  drawing.fillStyle = '#151515'
  drawing.textAlign = 'center'
  const [first = '', second = ''] = plate.split('\n')
  drawing.font = '700 44px "Anek Bangla"'
  drawing.fillText(first, canvas.width / 2, 62)
  drawing.font = '700 62px "Anek Bangla"'
  drawing.fillText(second, canvas.width / 2, 128)
  const material = new THREE.MeshLambertMaterial({ map: toTexture(canvas), side: THREE.DoubleSide })
  const mesh = createSolid(new THREE.PlaneGeometry(widthCm, heightCm), material)
  mesh.rotation.y = -Math.PI / 2
  const holder = new THREE.Group()
  holder.add(mesh)
  holder.position.set(at[0] - 0.8, at[1], at[2])
  holder.rotation.z = -toRadians(leaning)
  return holder
}
