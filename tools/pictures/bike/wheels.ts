import * as THREE from 'three'
import type { BikeContext, WheelStyle } from './look.ts'
import type { Materials } from './materials.ts'
import { createBox, createPlate, createRod, createTurned, type Outline } from './solids.ts'

type Wheel = {
  at: readonly [number, number]
  radius: number
  rim: number
  width: number
  style: WheelStyle
  brake: 'disc' | 'drum'
  disc: number
}

const alongZ = { at: [0, 0, 0], axis: [0, 0, 1] } as const

/** From bead to bead over the tread. */
const createTyreProfile = (radius: number, rim: number, width: number): [number, number][] => {
  const height = radius - rim
  return Array.from({ length: 21 }, (_, index) => {
    const angle = Math.PI * (index / 20)
    // Fuller than an ellipse in the flanks.
    const out = Math.sin(angle) ** 0.75
    return [rim - 0.6 + (height + 0.6) * out, -Math.cos(angle) * (width / 2) * (0.72 + 0.28 * Math.sin(angle) ** 0.5)]
  })
}

const createRimProfile = (rim: number, width: number): [number, number][] => [
  [rim + 0.4, -width * 0.38],
  [rim - 1, -width * 0.36],
  [rim - 2.2, -width * 0.16],
  [rim - 2.4, 0],
  [rim - 2.2, width * 0.16],
  [rim - 1, width * 0.36],
  [rim + 0.4, width * 0.38],
  [rim - 0.4, 0],
  [rim + 0.4, -width * 0.38],
]

const getSpoke = (style: WheelStyle, inner: number, outer: number): Outline => {
  const middle = (inner + outer) / 2
  const shapes: Record<Exclude<WheelStyle, 'wire' | 'pressed'>, Outline> = {
    five: [
      [inner, -2.4],
      [middle, -1, outer, -3.6],
      [outer, 3.6],
      [middle, 1, inner, 2.4],
    ],
    six: [
      [inner, -1.8],
      [middle, -1.1],
      [outer, -2],
      [outer, 2],
      [middle, 1.1],
      [inner, 1.8],
    ],
    ten: [
      [inner, -0.9],
      [outer, -0.8],
      [outer, 0.8],
      [inner, 0.9],
    ],
    forked: [
      [inner, -1.8],
      [middle, -1.4],
      [outer, -5.4],
      [outer, -3.6],
      [middle + 1.5, 0],
      [outer, 3.6],
      [outer, 5.4],
      [middle, 1.4],
      [inner, 1.8],
    ],
    three: [
      [inner, -3.2],
      [middle, -1.8, outer, -5.4],
      [outer, 5.4],
      [middle, 1.8, inner, 3.2],
    ],
    curved: [
      [inner, -1.8],
      [middle, -5, outer, -1.2],
      [outer, 1.8],
      [middle, -1.4, inner, 1.8],
    ],
  }
  return style === 'wire' || style === 'pressed' ? [] : shapes[style]
}

const spokeCounts: Record<WheelStyle, number> = {
  wire: 36,
  five: 5,
  six: 6,
  ten: 10,
  forked: 5,
  three: 3,
  curved: 6,
  pressed: 0,
}

const createSpokes = ({ style, rim, width }: Wheel, materials: Materials): THREE.Object3D[] => {
  const [inner, outer] = [3.2, rim - 1.8]
  const count = spokeCounts[style]
  if (style === 'pressed') {
    const plate: [number, number][] = [
      [0, 2],
      [outer * 0.5, 2.6],
      [outer * 0.8, 1],
      [outer, 2.2],
      [outer, -2.2],
      [outer * 0.8, -1],
      [outer * 0.5, -2.6],
      [0, -2],
    ]
    return [createTurned(plate, alongZ, materials.rim)]
  }
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    if (style === 'wire') {
      const hub = angle + (index % 2 === 0 ? 0.7 : -0.7)
      const z = index % 4 < 2 ? 3.4 : -3.4
      return createRod(
        {
          from: [Math.cos(hub) * inner, Math.sin(hub) * inner, z],
          to: [Math.cos(angle) * outer, Math.sin(angle) * outer, 0],
          radius: 0.18,
          sides: 5,
        },
        materials.chrome,
      )
    }
    const spoke = createPlate(
      getSpoke(style, inner, outer),
      { z: 0, thickness: Math.min(3.4, width * 0.3), bevel: 0.5 },
      materials.rim,
    )
    // Ten narrow spokes stand in pairs.
    spoke.rotation.z = style === 'ten' ? angle + (index % 2 === 0 ? 0.12 : -0.12) : angle
    return spoke
  })
}

const createBrake = ({ brake, disc, width }: Wheel, materials: Materials): THREE.Object3D[] => {
  if (brake === 'drum')
    return [
      createTurned(
        [
          [0, 8],
          [4.4, 8],
          [disc * 0.55, 7],
          [disc * 0.62, 5],
          [disc * 0.62, -3],
        ],
        alongZ,
        materials.cover,
      ),
      createBox([disc * 0.4, -disc * 0.3, 8.2], [6, 1.4, 0.8], materials.steel, -24),
    ]
  const z = Math.max(4.6, width * 0.36) + 1.4
  const ring: [number, number][] = [
    [disc * 0.66, z],
    [disc, z],
    [disc, z + 0.5],
    [disc * 0.66, z + 0.5],
    [disc * 0.66, z],
  ]
  const arms = Array.from({ length: 5 }, (_, index) => {
    const arm = createPlate(
      [
        [2.4, -1.1],
        [disc * 0.72, -0.7],
        [disc * 0.72, 0.7],
        [2.4, 1.1],
      ],
      { z, thickness: 0.8, bevel: 0.1 },
      materials.plastic,
    )
    arm.rotation.z = (index / 5) * 2 * Math.PI
    return arm
  })
  return [createTurned(ring, { ...alongZ, segments: 44 }, materials.steel), ...arms]
}

const createWheel = (wheel: Wheel, materials: Materials): THREE.Group => {
  const group = new THREE.Group()
  const { radius, rim, width, style } = wheel
  const rimMaterial = style === 'wire' ? materials.chrome : materials.rim
  const axle = Math.max(7, width * 0.6)
  group.add(
    createTurned(createTyreProfile(radius, rim, width), { ...alongZ, segments: 56 }, materials.rubber),
    createTurned(createRimProfile(rim, width), { ...alongZ, segments: 52 }, rimMaterial),
    createTurned(
      [
        [0, -6],
        [3, -5.4],
        [3.8, -4],
        [3.8, 4],
        [3, 5.4],
        [0, 6],
      ],
      alongZ,
      rimMaterial,
    ),
    createRod({ from: [0, 0, -axle], to: [0, 0, axle], radius: 1.2 }, materials.steel),
    ...createSpokes(wheel, materials),
    ...createBrake(wheel, materials),
  )
  // Grooves of the tread.
  const grooves = style === 'wire' ? 3 : 2
  for (let index = 0; index < grooves; index++) {
    const z = (index - (grooves - 1) / 2) * width * 0.2
    const top = radius - 0.02 * radius * Math.abs(z / width)
    group.add(
      createTurned(
        [
          [top, z - 0.25],
          [top + 0.12, z],
          [top, z + 0.25],
        ],
        { ...alongZ, segments: 48 },
        materials.plastic,
      ),
    )
  }
  group.position.set(wheel.at[0], wheel.at[1], 0)
  group.rotation.z = (wheel.at[0] + radius) % 1.3
  return group
}

/** Both wheels with tyres and brakes. */
export const createWheels = ({ look, random }: BikeContext, materials: Materials): THREE.Object3D[] => {
  const { wheelbase, radius, tyre, tyreHeight, brakes, wheels } = look
  const [first = 'five', ...others] = wheels
  const style = random.pick([first, ...others])
  const toWheel = (index: 0 | 1): Wheel => ({
    at: [index * wheelbase, radius[index]],
    radius: radius[index],
    rim: radius[index] - tyreHeight,
    width: tyre[index],
    style,
    brake: brakes[index],
    disc: Math.min(index === 1 ? 14 : 11.5, (radius[index] - tyreHeight) * 0.62),
  })
  const calipers = ([0, 1] as const).flatMap((index) => {
    if (brakes[index] === 'drum') return []
    const { at, disc, width } = toWheel(index)
    const angle = index === 1 ? 2.5 : 0.9
    return [
      createBox(
        [at[0] + Math.cos(angle) * (disc - 1), at[1] + Math.sin(angle) * (disc - 1), Math.max(4.6, width * 0.36) + 1.8],
        [7, 4, 4],
        materials.steel,
        60,
      ),
    ]
  })
  return [createWheel(toWheel(0), materials), createWheel(toWheel(1), materials), ...calipers]
}
