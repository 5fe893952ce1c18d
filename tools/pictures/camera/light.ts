// The light of a day, and what shines back from polished parts.
import * as THREE from 'three'
import type { Random } from '../random.ts'

export const lightNames = ['morning', 'noon', 'afternoon', 'evening', 'overcast', 'shade'] as const
export type LightName = (typeof lightNames)[number]

/** `sun` and `sky` are intensities, `height` the angle of the sun in degrees, `ambient` the light from all around. */
type Light = {
  sun: number
  sky: number
  height: readonly [number, number]
  colour: string
  skyColour: string
  ambient: number
  top: string
  low: string
  exposure: number
}

export const lights: Record<LightName, Light> = {
  morning: {
    sun: 3,
    sky: 1.5,
    height: [22, 34],
    colour: '#ffd9ac',
    skyColour: '#cfdef2',
    ambient: 0.5,
    top: '#8fb4d8',
    low: '#e8e4d8',
    exposure: 1,
  },
  noon: {
    sun: 3.4,
    sky: 1.5,
    height: [52, 68],
    colour: '#fff1dc',
    skyColour: '#d4e2f4',
    ambient: 0.5,
    top: '#6fa0d2',
    low: '#dbe4ea',
    exposure: 0.92,
  },
  afternoon: {
    sun: 3.2,
    sky: 1.4,
    height: [30, 46],
    colour: '#ffe0b4',
    skyColour: '#cddcf0',
    ambient: 0.5,
    top: '#84aed6',
    low: '#eae2d0',
    exposure: 0.98,
  },
  evening: {
    sun: 2,
    sky: 1.5,
    height: [10, 18],
    colour: '#ffac6c',
    skyColour: '#c2bfd8',
    ambient: 0.5,
    top: '#8896b8',
    low: '#f0c8a0',
    exposure: 1.1,
  },
  overcast: {
    sun: 0,
    sky: 3.2,
    height: [60, 70],
    colour: '#ffffff',
    skyColour: '#eef1f4',
    ambient: 0.6,
    top: '#c2c9ce',
    low: '#e2e4e2',
    exposure: 1.08,
  },
  shade: {
    sun: 0,
    sky: 2.9,
    height: [50, 60],
    colour: '#ffffff',
    skyColour: '#f4efe6',
    ambient: 0.55,
    top: '#b8c8d4',
    low: '#e8e6de',
    exposure: 1.12,
  },
}

const addPanel = (
  scene: THREE.Scene,
  at: readonly [number, number, number],
  size: readonly [number, number],
  power: number,
  colour: string,
): void => {
  const material = new THREE.MeshBasicMaterial({
    color: new THREE.Color(colour).multiplyScalar(power),
    side: THREE.DoubleSide,
  })
  const panel = new THREE.Mesh(new THREE.PlaneGeometry(...size), material)
  panel.position.set(...at)
  panel.lookAt(new THREE.Vector3(0, 0, 0))
  scene.add(panel)
}

/** The surroundings that polished parts reflect: sky above, houses around, ground below. */
export const createReflections = (name: LightName): THREE.Scene => {
  const light = lights[name]
  const scene = new THREE.Scene()
  scene.add(
    new THREE.Mesh(
      new THREE.SphereGeometry(30, 24, 16),
      new THREE.MeshBasicMaterial({ color: '#8d969c', side: THREE.BackSide }),
    ),
  )
  addPanel(scene, [0, 18, 4], [30, 22], 2.2, light.skyColour)
  addPanel(scene, [4, 6, 20], [26, 7], 1.5, light.skyColour)
  if (light.sun > 0) addPanel(scene, [-9, 12, 12], [4, 4], 9, light.colour)
  for (const [index, x] of [-18, -9, 2, 11, 19].entries())
    addPanel(scene, [x, 0, 21], [6, 4 + (index % 3) * 2], 0.25, '#8a7a66')
  addPanel(scene, [0, -6, 0], [60, 60], 0.5, '#8a7c68')
  return scene
}

/** One lamp serves as sun or as a piece of the sky, in turn. */
export const createLamp = (): THREE.DirectionalLight => {
  const lamp = new THREE.DirectionalLight('#ffffff', 1)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(1_024, 1_024)
  Object.assign(lamp.shadow.camera, { left: -190, right: 190, top: 190, bottom: -190, near: 60, far: 1_600 })
  lamp.shadow.bias = -0.0007
  lamp.shadow.normalBias = 0.5
  lamp.shadow.radius = 2
  lamp.target.position.set(0, 45, -15)
  return lamp
}

type Beam = { direction: readonly [number, number, number]; intensity: number; colour: string }

/**
 * The beams of one picture: each exposure gets one. Those of the sun differ a little, so that its shadows are soft; those of
 * the sky come from everywhere above. Their average has the intensities of the light.
 */
export const createBeams = (name: LightName, random: Random, exposures: number): Beam[] => {
  const light = lights[name]
  const sunBeams = light.sun > 0 ? Math.max(1, Math.round(exposures * 0.4)) : 0
  const azimuth = random.between(0.3, 1.15) * (random.chance(0.5) ? 1 : -1)
  const height = (random.between(...light.height) * Math.PI) / 180
  return Array.from({ length: exposures }, (_, index) => {
    if (index < sunBeams) {
      const [turn, lift] = [azimuth + random.between(-0.02, 0.02), height + random.between(-0.02, 0.02)]
      return {
        direction: [Math.sin(turn) * Math.cos(lift), Math.sin(lift), Math.cos(turn) * Math.cos(lift)],
        intensity: (light.sun * exposures) / sunBeams,
        colour: light.colour,
      }
    }
    const around = ((index - sunBeams) / (exposures - sunBeams)) * 2 * Math.PI + random.between(0, 1)
    const lift = random.between(0.45, 1.2)
    const front = Math.sin(around) * 0.75 + 0.35
    return {
      direction: [Math.cos(around) * Math.cos(lift), Math.sin(lift), front * Math.cos(lift)],
      intensity: (light.sky * exposures) / (exposures - sunBeams),
      colour: light.skyColour,
    }
  })
}
