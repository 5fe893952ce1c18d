// Instruments. The odometer reads the kilometres of the listing.
import * as THREE from 'three'
import { createCanvas, toTexture } from './graphics.ts'
import type { BikeContext } from './look.ts'
import type { Materials } from './materials.ts'
import { createBox, createSolid, createTurned, toRadians, type Point } from './solids.ts'

type Drawing = CanvasRenderingContext2D

/** The name by which the camera finds the face that has the odometer. */
export const odometerName = 'odometer'
/** An odometer has six digits. */
export const formatOdometer = (kilometres: number): string => String(kilometres).padStart(6, '0')

const drawOdometer = (drawing: Drawing, x: number, y: number, kilometres: number): void => {
  const cell = 34
  for (const [index, digit] of [...formatOdometer(kilometres)].entries()) {
    const left = x + (index - 3) * cell
    drawing.fillStyle = '#050505'
    drawing.fillRect(left + 1, y - 26, cell - 2, 48)
    drawing.fillStyle = '#f0eee6'
    drawing.font = '700 40px "Anek Bangla"'
    drawing.fillText(digit, left + cell / 2, y + 13)
  }
}

const maxSpeeds = [120, 140, 160] as const

/** A round speedometer; the needle rests at zero. */
const drawSpeedometer = (
  { kilometres, random }: BikeContext,
  pale: boolean,
  withOdometer: boolean,
): HTMLCanvasElement => {
  const { canvas, drawing } = createCanvas(512, 512)
  const ink = pale ? '#1d1d1d' : '#e8e6df'
  drawing.fillStyle = pale ? '#e4e0d3' : '#15161a'
  drawing.fillRect(0, 0, 512, 512)
  drawing.textAlign = 'center'
  const max = withOdometer ? random.pick(maxSpeeds) : 12
  const step = withOdometer ? 20 : 2
  const toAngle = (value: number): number => toRadians(135 + (270 * value) / max)
  drawing.strokeStyle = ink
  drawing.fillStyle = ink
  for (let value = 0; value <= max; value += step / 4) {
    const isMain = value % step === 0
    const angle = toAngle(value)
    drawing.lineWidth = isMain ? 7 : 3
    drawing.beginPath()
    drawing.moveTo(256 + Math.cos(angle) * 232, 256 + Math.sin(angle) * 232)
    drawing.lineTo(256 + Math.cos(angle) * (isMain ? 200 : 216), 256 + Math.sin(angle) * (isMain ? 200 : 216))
    drawing.stroke()
    drawing.font = '700 36px "Anek Bangla"'
    if (isMain) drawing.fillText(String(value), 256 + Math.cos(angle) * 164, 268 + Math.sin(angle) * 164)
  }
  drawing.font = '400 26px "Anek Bangla"'
  drawing.fillText(withOdometer ? 'km/h' : 'x1000', 256, 190)
  if (withOdometer) {
    drawOdometer(drawing, 256, 344, kilometres)
    drawing.fillStyle = ink
    drawing.font = '400 24px "Anek Bangla"'
    drawing.fillText('km', 256, 396)
  }
  drawing.strokeStyle = '#c5281c'
  drawing.lineWidth = 8
  drawing.beginPath()
  drawing.moveTo(256, 256)
  drawing.lineTo(256 + Math.cos(toAngle(0)) * 178, 256 + Math.sin(toAngle(0)) * 178)
  drawing.stroke()
  drawing.fillStyle = '#222'
  drawing.beginPath()
  drawing.arc(256, 256, 22, 0, 7)
  drawing.fill()
  return canvas
}

// Which of the seven bars of a digit are lit: top, upper left, upper right, middle, lower left, lower right, bottom.
const litBars = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
] as const

const drawDigit = (drawing: Drawing, digit: number, x: number, y: number, size: number): void => {
  const [width, thick] = [size * 0.52, size * 0.1]
  const half = size / 2
  const bars = [
    [x, y, width, thick],
    [x, y, thick, half],
    [x + width - thick, y, thick, half],
    [x, y + half - thick / 2, width, thick],
    [x, y + half, thick, half],
    [x + width - thick, y + half, thick, half],
    [x, y + size - thick, width, thick],
  ] as const
  for (const [index, bar] of bars.entries()) if (litBars[digit]?.[index] === '1') drawing.fillRect(...bar)
}

/** A liquid crystal display. */
const drawDisplay = ({ kilometres, random }: BikeContext): HTMLCanvasElement => {
  const { canvas, drawing } = createCanvas(640, 400)
  const isDark = random.chance(0.35)
  const [paper, ink] = isDark
    ? ['#101820', '#cfe3ec']
    : random.pick([
        ['#b4c3b0', '#1a211c'],
        ['#c3c8bd', '#20241f'],
        ['#9fb6c6', '#131c24'],
      ])
  drawing.fillStyle = '#0c0d0e'
  drawing.fillRect(0, 0, 640, 400)
  drawing.fillStyle = paper ?? '#b4c3b0'
  drawing.fillRect(36, 36, 568, 328)
  drawing.fillStyle = ink ?? '#111111'
  for (let bar = 0; bar < 22; bar++)
    drawing.fillRect(60 + bar * 24, 58 - Math.min(8, bar * 0.5), 16, 20 + Math.min(12, bar * 0.7))
  drawDigit(drawing, 0, 380, 120, 110)
  drawDigit(drawing, 0, 452, 120, 110)
  drawing.font = '700 30px "Anek Bangla"'
  drawing.textAlign = 'left'
  drawing.fillText('km/h', 524, 226)
  drawing.fillText('N', 76, 170)
  for (let bar = 0; bar < 5; bar++) drawing.fillRect(76 + bar * 22, 222 - bar * 5, 14, 12 + bar * 5)
  drawing.fillText('ODO', 66, 322)
  for (const [index, digit] of [...formatOdometer(kilometres)].entries())
    drawDigit(drawing, Number(digit), 180 + index * 56, 272, 70)
  drawing.font = '700 28px "Anek Bangla"'
  drawing.fillText('km', 530, 338)
  return canvas
}

const createFace = (canvas: HTMLCanvasElement, geometry: THREE.BufferGeometry): THREE.Mesh => {
  const map = toTexture(canvas)
  const material = new THREE.MeshLambertMaterial({
    map,
    emissive: '#1c1c1c',
    emissiveIntensity: 0.5,
    side: THREE.DoubleSide,
  })
  const face = createSolid(geometry, material)
  face.castShadow = false
  return face
}

const createRoundDial = (
  context: BikeContext,
  materials: Materials,
  z: number,
  withOdometer: boolean,
): THREE.Object3D[] => {
  const radius = 4.8
  const face = createFace(
    drawSpeedometer(context, context.look.chrome && context.random.chance(0.5), withOdometer),
    new THREE.CircleGeometry(radius, 48),
  )
  face.position.set(0, 0, 0)
  if (withOdometer) face.name = odometerName
  const holder = new THREE.Group()
  holder.add(
    face,
    createTurned(
      [
        [0, -6],
        [radius * 0.8, -5.6],
        [radius + 0.2, -2],
        [radius + 0.5, 0.6],
        [radius, 0.8],
        [radius, 0],
      ],
      { at: [0, 0, 0], axis: [0, 0, 1] },
      context.look.chrome ? materials.chrome : materials.plastic,
    ),
  )
  holder.position.set(z, 0, 0)
  return [holder]
}

/**
 * The instruments at `at`, which lean back by degrees. They are made facing +z and then turned to face the rider.
 */
export const createDial = (context: BikeContext, materials: Materials, at: Point, leaning: number): THREE.Group => {
  const cluster = new THREE.Group()
  const { dial } = context.look
  if (dial === 'digital') {
    const face = createFace(drawDisplay(context), new THREE.PlaneGeometry(12, 7.5))
    face.name = odometerName
    face.position.z = 1.05
    cluster.add(
      face,
      createBox([0, 0, -1], [14, 9.4, 4], materials.plastic),
      createBox([0, 5.4, -2], [10, 3, 3], materials.plastic),
    )
  } else if (dial === 'twin')
    cluster.add(...createRoundDial(context, materials, -5.6, true), ...createRoundDial(context, materials, 5.6, false))
  else cluster.add(...createRoundDial(context, materials, 0, true))
  const turned = new THREE.Group()
  turned.add(cluster)
  cluster.rotation.x = -toRadians(leaning)
  turned.rotation.y = -Math.PI / 2
  turned.position.set(...at)
  return turned
}
