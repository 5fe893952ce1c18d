// Rounded bodies such as tanks, seats and fairings: cross-sections along x, joined by a smooth skin.
import * as THREE from 'three'
import { createSolid } from './solids.ts'

/** A cross-section: top and bottom, half its width, and how square it is (2 is an ellipse). */
export type Section = { x: number; top: number; bottom: number; width: number; square?: number }

export type Hull = {
  sections: readonly [Section, Section, ...Section[]]
  /** Over how many centimetres the rear and the front end are rounded off. */
  round?: readonly [number, number]
  /** Moves the whole body sideways. */
  z?: number
}

type Bounds = { x0: number; x1: number; y0: number; y1: number }
const [steps, around] = [34, 30]

export const getBounds = ({ sections }: Hull): Bounds => ({
  x0: Math.min(...sections.map(({ x }) => x)),
  x1: Math.max(...sections.map(({ x }) => x)),
  y0: Math.min(...sections.map(({ bottom }) => bottom)),
  y1: Math.max(...sections.map(({ top }) => top)),
})

/** Returns a smooth curve through the points that never overshoots (Fritsch and Carlson). */
const interpolate = (points: readonly (readonly [number, number])[]): ((x: number) => number) => {
  const slopes = points.slice(1).map(([x, y], index) => {
    const [lastX, lastY] = points[index] ?? [x - 1, y]
    return (y - lastY) / (x - lastX)
  })
  const tangents = points.map((_, index) => {
    const [before, after] = [slopes[index - 1], slopes[index]]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
  return (x) => {
    const found = points.findIndex(([one]) => one > x)
    const index = found === -1 ? points.length - 2 : Math.max(0, found - 1)
    const [x0 = 0, y0 = 0] = points[index] ?? []
    const [x1 = 1, y1 = 0] = points[index + 1] ?? []
    const width = x1 - x0
    const t = Math.min(1, Math.max(0, (x - x0) / width))
    const [t2, t3] = [t * t, t * t * t]
    const [m0, m1] = [tangents[index] ?? 0, tangents[index + 1] ?? 0]
    return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * width * m0 + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * width * m1
  }
}

/** How far the body has shrunk at this distance from a rounded end. */
const getShrink = (distance: number, round: number): number =>
  round <= 0 || distance >= round ? 1 : Math.sqrt(Math.max(0.0004, 1 - (1 - distance / round) ** 2))

/** 0 to 1 in even steps, closer together at both ends. */
const spread = (share: number): number => 0.4 * share + 0.6 * (0.5 - 0.5 * Math.cos(share * Math.PI))

const raise = (value: number, power: number): number => Math.sign(value) * Math.abs(value) ** power

const createIndex = (): number[] => {
  const index: number[] = []
  for (let step = 0; step < steps; step++)
    for (let side = 0; side < around; side++) {
      const [a, b] = [step * around + side, step * around + ((side + 1) % around)]
      index.push(a, b, a + around, b, b + around, a + around)
    }
  // The last two points are the middles of both ends.
  const ends = (steps + 1) * around
  for (let side = 0; side < around; side++) {
    const next = (side + 1) % around
    index.push(ends, next, side, ends + 1, steps * around + side, steps * around + next)
  }
  return index
}

/** Makes the body. Its texture is seen from the side: u runs along x, v up. */
export const createHull = (hull: Hull, material: THREE.Material): THREE.Mesh => {
  const { x0, x1, y0, y1 } = getBounds(hull)
  const sections = hull.sections.toSorted((a, b) => a.x - b.x)
  const curve = (read: (section: Section) => number) => interpolate(sections.map((one) => [one.x, read(one)] as const))
  const [top, bottom, width] = [curve((one) => one.top), curve((one) => one.bottom), curve((one) => one.width)]
  const square = curve((one) => one.square ?? 2.5)
  const [rear, front] = hull.round ?? [3, 3]
  const positions: number[] = []
  const uv: number[] = []
  const addPoint = (x: number, y: number, z: number): void => {
    positions.push(x, y, z + (hull.z ?? 0))
    uv.push((x - x0) / (x1 - x0), (y - y0) / (y1 - y0))
  }
  for (let step = 0; step <= steps; step++) {
    const x = x0 + (x1 - x0) * spread(step / steps)
    const shrink = getShrink(x - x0, rear) * getShrink(x1 - x, front)
    const [middle, half] = [(top(x) + bottom(x)) / 2, ((top(x) - bottom(x)) / 2) * shrink]
    for (let side = 0; side < around; side++) {
      const angle = (side / around) * 2 * Math.PI
      const power = 2 / square(x)
      addPoint(x, middle + half * raise(Math.sin(angle), power), width(x) * shrink * raise(Math.cos(angle), power))
    }
  }
  for (const x of [x0, x1]) addPoint(x, (top(x) + bottom(x)) / 2, 0)
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uv, 2))
  geometry.setIndex(createIndex())
  geometry.computeVertexNormals()
  return createSolid(geometry, material)
}
