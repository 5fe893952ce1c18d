// Painted panels: colours, stripes, stickers and scratches on a canvas that is seen from the side.
import * as THREE from 'three'
import { createHull, getBounds, type Hull } from './hull.ts'
import type { BikeContext, Graphics, PaintColours } from './look.ts'
import type { Materials } from './materials.ts'
import { traceOutline, type Outline } from './solids.ts'

type Drawing = CanvasRenderingContext2D

/** Pixels of the canvas for each centimetre of the panel. */
const pixelsPerCm = 7

export const createCanvas = (width: number, height: number): { canvas: HTMLCanvasElement; drawing: Drawing } => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(4, Math.ceil(width))
  canvas.height = Math.max(4, Math.ceil(height))
  // Drawn by the processor: without a graphics card the other way is much slower.
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('This browser has no canvas.')
  return { canvas, drawing }
}

export const toTexture = (canvas: HTMLCanvasElement, repeat?: readonly [number, number]): THREE.CanvasTexture => {
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  if (repeat) {
    texture.wrapS = THREE.RepeatWrapping
    texture.wrapT = THREE.RepeatWrapping
    texture.repeat.set(...repeat)
  }
  return texture
}

const fill = (drawing: Drawing, colour: string, outline: Outline): void => {
  drawing.beginPath()
  traceOutline(outline, drawing)
  drawing.closePath()
  drawing.fillStyle = colour
  drawing.fill()
}

/** Draws graphics into a square of 1 × 1, with y upwards. */
const drawGraphics: Record<Graphics, (drawing: Drawing, colours: PaintColours) => void> = {
  none: () => undefined,
  'two-tone': (drawing, { second }) =>
    fill(drawing, second, [
      [0, 0],
      [0, 0.3],
      [0.55, 0.26, 1, 0.52],
      [1, 0],
    ]),
  stripes: (drawing, { second, accent }) => {
    fill(drawing, accent, [
      [0.03, 0.62],
      [0.5, 0.74, 0.97, 0.6],
      [0.97, 0.52],
      [0.5, 0.64, 0.03, 0.54],
    ])
    fill(drawing, second, [
      [0.05, 0.46],
      [0.5, 0.56, 0.95, 0.46],
      [0.95, 0.41],
      [0.5, 0.5, 0.05, 0.4],
    ])
  },
  wave: (drawing, { second, accent }) => {
    fill(drawing, second, [
      [0, 0],
      [0, 0.16],
      [0.4, 0.12, 0.7, 0.34],
      [0.86, 0.45, 1, 0.44],
      [1, 0],
    ])
    fill(drawing, accent, [
      [0.04, 0.3],
      [0.5, 0.22, 0.96, 0.76],
      [0.6, 0.4, 0.04, 0.38],
    ])
  },
  line: (drawing, { accent }) => {
    drawing.strokeStyle = accent
    drawing.lineWidth = 0.022
    drawing.beginPath()
    traceOutline(
      [
        [0.08, 0.32],
        [0.5, 0.12, 0.93, 0.44],
        [0.9, 0.86, 0.5, 0.82],
        [0.2, 0.76, 0.08, 0.32],
      ],
      drawing,
    )
    drawing.stroke()
  },
  slash: (drawing, { second, accent }) => {
    fill(drawing, second, [
      [0.28, 0],
      [0.6, 1],
      [0.8, 1],
      [0.54, 0],
    ])
    fill(drawing, accent, [
      [0.6, 0],
      [0.85, 1],
      [0.92, 1],
      [0.68, 0],
    ])
  },
  badge: (drawing, { second, accent }) => {
    fill(drawing, accent, [
      [0.3, 0.38],
      [0.56, 0.3, 0.8, 0.42],
      [0.84, 0.6, 0.7, 0.66],
      [0.5, 0.7, 0.34, 0.6],
    ])
    fill(drawing, second, [
      [0.38, 0.44],
      [0.56, 0.38, 0.74, 0.47],
      [0.72, 0.58],
      [0.56, 0.62, 0.4, 0.55],
    ])
  },
  blocks: (drawing, { second, accent }) => {
    fill(drawing, second, [
      [0, 0.1],
      [0.34, 0.1],
      [0.5, 0.56],
      [0, 0.5],
    ])
    for (const x of [0.5, 0.6, 0.7])
      fill(drawing, accent, [
        [x, 0.5],
        [x + 0.06, 0.5],
        [x + 0.09, 0.66],
        [x + 0.03, 0.66],
      ])
  },
}

const stickerColours = ['#efece2', '#d8b020', '#bb2a20', '#1d6a3e', '#1c5aa8'] as const

const drawWear = (drawing: Drawing, { wear, random }: BikeContext, width: number, height: number): void => {
  for (let count = Math.round(wear.scratches * 14); count > 0; count--) {
    drawing.strokeStyle = random.chance(0.6) ? 'rgba(226,223,214,0.45)' : 'rgba(18,18,18,0.45)'
    drawing.lineWidth = random.between(0.12, 0.35)
    const [x, y, length] = [random.between(0, width), random.between(0, height), random.between(1, 9)]
    drawing.beginPath()
    drawing.moveTo(x, y)
    drawing.lineTo(x + length, y + random.between(-0.4, 0.4) * length)
    drawing.stroke()
  }
  if (height < 12 || !random.chance(wear.stickers)) return
  const size = random.between(3, 6)
  drawing.fillStyle = random.pick(stickerColours)
  const [x, y] = [random.between(0.25, 0.65) * width, random.between(0.25, 0.55) * height]
  drawing.fillRect(x, y, size * 1.8, size * 0.7)
  drawing.fillStyle = '#262626'
  for (let bar = 0; bar < 4; bar++)
    drawing.fillRect(x + size * (0.2 + bar * 0.4), y + size * 0.22, size * 0.26, size * 0.26)
}

type Painting = { colour: string; graphics?: Graphics; cut?: Outline; metalness?: number }

/** A hull with painted sides. With `cut` only what lies inside this outline is left of it, as of a trimmed panel. */
export const createPaintedHull = (
  hull: Hull,
  { colour, graphics = 'none', cut }: Painting,
  context: BikeContext,
  materials: Materials,
): THREE.Mesh => {
  const { x0, x1, y0, y1 } = getBounds(hull)
  const [width, height] = [x1 - x0, y1 - y0]
  const { canvas, drawing } = createCanvas(width * pixelsPerCm, height * pixelsPerCm)
  drawing.setTransform(canvas.width / width, 0, 0, -canvas.height / height, 0, canvas.height)
  drawing.fillStyle = colour
  drawing.fillRect(0, 0, width, height)
  drawing.save()
  drawing.scale(width, height)
  drawGraphics[graphics](drawing, context.colours)
  drawing.restore()
  drawWear(drawing, context, width, height)
  if (cut) {
    drawing.translate(-x0, -y0)
    drawing.lineWidth = 1
    drawing.strokeStyle = 'rgba(0,0,0,0.4)'
    drawing.beginPath()
    traceOutline(cut, drawing)
    drawing.closePath()
    drawing.stroke()
    drawing.globalCompositeOperation = 'destination-in'
    drawing.fill()
  }
  // All painted panels test alpha, also those that are not cut: each kind of material costs seconds to compile.
  return createHull(
    hull,
    materials.create({ map: toTexture(canvas), ...materials.gloss, alphaTest: 0.5 }, { fade: 0.25 }),
  )
}
