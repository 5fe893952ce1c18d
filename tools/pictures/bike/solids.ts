// Solids from which bikes are built. Lengths are centimetres: x points forward, y up, z to the right of the rider.
// The rear axle is above x = 0, the ground is at y = 0.
import * as THREE from 'three'

export type Point = readonly [number, number, number]
/** A corner, or a curve: two numbers are a point, four are the control point and the end of a quadratic curve. */
export type Outline = readonly (readonly number[])[]

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180
export const toVector = ([x, y, z]: Point): THREE.Vector3 => new THREE.Vector3(x, y, z)

/** Makes a solid that throws and receives shadows. */
export const createSolid = (geometry: THREE.BufferGeometry, material: THREE.Material): THREE.Mesh => {
  const mesh = new THREE.Mesh(geometry, material)
  mesh.castShadow = true
  mesh.receiveShadow = true
  return mesh
}

const up = new THREE.Vector3(0, 1, 0)

/** Turns a solid made along y so that it stands at `at` and points along `axis`. */
const pointAlong = (mesh: THREE.Mesh, at: THREE.Vector3, axis: THREE.Vector3): THREE.Mesh => {
  mesh.position.copy(at)
  mesh.quaternion.setFromUnitVectors(up, axis.clone().normalize())
  return mesh
}

type Rod = { from: Point; to: Point; radius: number; endRadius?: number; sides?: number }

/** A straight round bar. */
export const createRod = ({ from, to, radius, endRadius = radius, sides = 12 }: Rod, material: THREE.Material) => {
  const axis = toVector(to).sub(toVector(from))
  const geometry = new THREE.CylinderGeometry(endRadius, radius, axis.length(), sides)
  return pointAlong(createSolid(geometry, material), toVector(from).addScaledVector(axis, 0.5), axis)
}

/** A bent tube through the points. */
export const createTube = (
  points: readonly Point[],
  radius: number,
  material: THREE.Material,
  steps = 26,
): THREE.Mesh => {
  const curve = new THREE.CatmullRomCurve3(points.map(toVector), false, 'catmullrom', 0.4)
  return createSolid(new THREE.TubeGeometry(curve, steps, radius, 9, false), material)
}

/** A body of rotation: `profile` has pairs of radius and distance along `axis` from `at`. */
export const createTurned = (
  profile: readonly (readonly [number, number])[],
  { at, axis, segments = 30 }: { at: Point; axis: Point; segments?: number },
  material: THREE.Material,
): THREE.Mesh => {
  const points = profile.map(([radius, along]) => new THREE.Vector2(radius, along))
  return pointAlong(createSolid(new THREE.LatheGeometry(points, segments), material), toVector(at), toVector(axis))
}

/** A box around `at`, turned by degrees about z. */
export const createBox = (at: Point, size: Point, material: THREE.Material, turned = 0): THREE.Mesh => {
  const mesh = createSolid(new THREE.BoxGeometry(...size), material)
  mesh.position.copy(toVector(at))
  mesh.rotation.z = toRadians(turned)
  return mesh
}

/** An egg with these half axes. */
export const createEgg = (at: Point, half: Point, material: THREE.Material): THREE.Mesh => {
  const mesh = createSolid(new THREE.SphereGeometry(1, 20, 14), material)
  mesh.position.copy(toVector(at))
  mesh.scale.copy(toVector(half))
  return mesh
}

type Pen = { moveTo: (x: number, y: number) => unknown; lineTo: (x: number, y: number) => unknown } & {
  quadraticCurveTo: (controlX: number, controlY: number, x: number, y: number) => unknown
}

/** Draws an outline with a pen of three.js or of a canvas. */
export const traceOutline = (outline: Outline, pen: Pen): void => {
  for (const [index, [a = 0, b = 0, x, y]] of outline.entries()) {
    if (index === 0) pen.moveTo(a, b)
    else if (x === undefined || y === undefined) pen.lineTo(a, b)
    else pen.quadraticCurveTo(a, b, x, y)
  }
}

type Plate = { z: number; thickness: number; bevel?: number; bend?: (x: number, y: number) => number }

/** A plate with rounded edges in the x-y plane around `z`; `bend` moves its points sideways, mirrored on the left. */
export const createPlate = (outline: Outline, { z, thickness, bevel = 0.8, bend }: Plate, material: THREE.Material) => {
  const shape = new THREE.Shape()
  traceOutline(outline, shape)
  const depth = Math.max(0.05, thickness - 2 * bevel)
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth,
    curveSegments: 8,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
  })
  geometry.translate(0, 0, z - depth / 2)
  if (bend) {
    const { position } = geometry.attributes
    for (let index = 0; index < position.count; index++) {
      const [x, y] = [position.getX(index), position.getY(index)]
      position.setXYZ(index, x, y, position.getZ(index) + Math.sign(z) * bend(x, y))
    }
    geometry.computeVertexNormals()
  }
  return createSolid(geometry, material)
}

type Guard = { at: Point; radius: number; from: number; to: number; halfWidth: number; drop?: number }

/** A mudguard: a strip bent round a wheel from one angle to another; 0 degrees is forward, 90 is up. */
export const createMudguard = ({ at, radius, from, to, halfWidth, drop = 4 }: Guard, material: THREE.Material) => {
  const [columns, rows] = [30, 10]
  const positions: number[] = []
  const index: number[] = []
  for (let column = 0; column <= columns; column++) {
    const share = column / columns
    const angle = toRadians(from + (to - from) * share)
    // Narrower towards both ends.
    const width = halfWidth * (0.72 + 0.28 * Math.sqrt(Math.sin(Math.PI * share)))
    for (let row = 0; row <= rows; row++) {
      const side = (2 * row) / rows - 1
      const distance = radius - drop * Math.abs(side) ** 2.3
      positions.push(at[0] + Math.cos(angle) * distance, at[1] + Math.sin(angle) * distance, at[2] + width * side)
      const corner = column * (rows + 1) + row
      if (column < columns && row < rows)
        index.push(corner, corner + 1, corner + rows + 1, corner + 1, corner + rows + 2, corner + rows + 1)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return createSolid(geometry, material)
}

/** A coil between two points. */
export const createSpring = (
  from: Point,
  to: Point,
  { radius, turns }: { radius: number; turns: number },
  material: THREE.Material,
) => {
  const axis = toVector(to).sub(toVector(from))
  const steps = turns * 8
  const points = Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = (step / 8) * 2 * Math.PI
    return [Math.cos(angle) * radius, (step / steps) * axis.length(), Math.sin(angle) * radius]
  })
  const curve = new THREE.CatmullRomCurve3(points.map(toVector))
  return pointAlong(createSolid(new THREE.TubeGeometry(curve, steps, 0.55, 5, false), material), toVector(from), axis)
}

/** Repeats something for the right (1) and the left side (-1). */
export const onBothSides = (create: (side: 1 | -1) => THREE.Object3D[]): THREE.Object3D[] => [
  ...create(1),
  ...create(-1),
]
