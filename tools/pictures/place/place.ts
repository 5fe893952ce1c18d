// Where the bike stands: a ground, mostly a wall behind it, and a few things that people leave about.
import * as THREE from 'three'
import type { Random } from '../random.ts'
import { toTexture } from '../bike/graphics.ts'
import { createBox, createSolid, createTurned } from '../bike/solids.ts'
import { drawBush, drawSky, drawTreeLine, groundTextures, wallTextures } from './textures.ts'

type GroundName = keyof typeof groundTextures
type WallName = keyof typeof wallTextures
type Place = { walls: readonly [WallName, ...WallName[]]; grounds: readonly [GroundName, ...GroundName[]] }

/** A place without walls has a row of trees at its far end. */
export const placeNames = ['yard', 'lane', 'shop', 'garage', 'house', 'field', 'road'] as const
export type PlaceName = (typeof placeNames)[number]

const places: Record<PlaceName, Place> = {
  yard: { walls: ['bricks', 'tin', 'plaster'], grounds: ['earth', 'pavers', 'concrete'] },
  lane: { walls: ['posters', 'plaster', 'bricks'], grounds: ['asphalt', 'concrete', 'pavers'] },
  shop: { walls: ['shutter'], grounds: ['concrete', 'tiles', 'pavers'] },
  garage: { walls: ['tiles', 'plaster', 'shutter'], grounds: ['tiles', 'concrete'] },
  house: { walls: ['plaster', 'bricks', 'tiles'], grounds: ['pavers', 'tiles', 'grass'] },
  field: { walls: ['plaster'], grounds: ['grass', 'earth'] },
  road: { walls: ['plaster'], grounds: ['asphalt', 'earth', 'pavers'] },
}
const isOpen = (name: PlaceName): boolean => name === 'field' || name === 'road'

// Walls and grounds fill most of the picture, so they have the cheapest material that takes shadows.
const toMaterial = (canvas: HTMLCanvasElement, repeat: readonly [number, number]): THREE.MeshLambertMaterial =>
  new THREE.MeshLambertMaterial({ map: toTexture(canvas, repeat) })

/** A bush: three crossed cards with painted leaves. */
const createLeaves = (random: Random, at: readonly [number, number, number], radius: number): THREE.Object3D[] => {
  const material = new THREE.MeshLambertMaterial({
    map: toTexture(drawBush(random)),
    alphaTest: 0.4,
    side: THREE.DoubleSide,
  })
  return [0, 1, 2].map((card) => {
    const mesh = createSolid(new THREE.PlaneGeometry(radius * 2.4, radius * 2.2), material)
    mesh.position.set(...at)
    mesh.rotation.y = (card - 1) * 0.9 + random.between(-0.2, 0.2)
    return mesh
  })
}

const pailColours = ['#1f5f9a', '#a8302a', '#2f7a48', '#c98a1f'] as const

const createThing = (random: Random, x: number, z: number): THREE.Object3D[] => {
  const colour = new THREE.MeshLambertMaterial({ color: random.pick(pailColours) })
  const clay = new THREE.MeshLambertMaterial({ color: '#8a4f34' })
  const sack = new THREE.MeshLambertMaterial({ color: '#b9ad92' })
  const things: (() => THREE.Object3D[])[] = [
    () => [
      createTurned(
        [
          [0, 0],
          [11, 0],
          [14, 26],
          [15, 26],
          [15, 27.4],
        ],
        { at: [x, 0, z], axis: [0, 1, 0] },
        colour,
      ),
    ],
    () => [
      createTurned(
        [
          [0, 0],
          [10, 0],
          [16, 22],
          [18, 24],
          [16, 25],
        ],
        { at: [x, 0, z], axis: [0, 1, 0] },
        clay,
      ),
      ...createLeaves(random, [x, 42, z], 26),
    ],
    () => [createBox([x, 9, z], [58, 18, 34], sack, 2), createBox([x + 5, 26, z], [54, 16, 32], sack, -3)],
    () => [
      createBox([x, 22, z], [90, 4, 28], clay),
      createBox([x - 38, 10, z], [5, 20, 24], clay),
      createBox([x + 38, 10, z], [5, 20, 24], clay),
    ],
    () => [
      createTurned(
        [
          [20, -6],
          [30, -4],
          [31, 4],
          [20, 6],
          [20, -6],
        ],
        { at: [x, 31, z], axis: [0, 0.12, 1] },
        new THREE.MeshLambertMaterial({ color: '#1b1b1c' }),
      ),
    ],
    () => createLeaves(random, [x, 24, z], 40),
  ]
  const [first = () => [], ...others] = things
  return random.pick([first, ...others])()
}

const createWall = (random: Random, name: WallName, z: number): THREE.Object3D[] => {
  const height = random.pick([240, 300, 420])
  const width = 1_600
  const wall = createSolid(
    new THREE.PlaneGeometry(width, height),
    toMaterial(wallTextures[name](random), [width / 400, height / 400]),
  )
  wall.position.set(random.between(-120, 120), height / 2, z)
  const cap = new THREE.MeshLambertMaterial({ color: '#8f897c' })
  return [wall, createBox([0, height + 4, z - 6], [width, 8, 24], cap), createBox([0, 3, z + 3], [width, 6, 6], cap)]
}

/** A painted row of trees, far behind. */
const createFarRow = (random: Random): THREE.Object3D[] => {
  const material = new THREE.MeshLambertMaterial({ map: toTexture(drawTreeLine(random)), alphaTest: 0.4 })
  const row = new THREE.Mesh(new THREE.PlaneGeometry(3_600, 520), material)
  row.position.set(random.between(-300, 300), 235, -1_300)
  return [row]
}

/** The surroundings of a bike that stands at the origin and is looked at from +z. */
export const createPlace = (name: PlaceName, random: Random, sky: { top: string; low: string }): THREE.Group => {
  const group = new THREE.Group()
  const { walls, grounds } = places[name]
  const groundName = random.pick(grounds)
  const extent = 4_000
  const ground = createSolid(
    new THREE.PlaneGeometry(extent, extent),
    toMaterial(groundTextures[groundName](random), [extent / 380, extent / 380]),
  )
  ground.rotation.x = -Math.PI / 2
  ground.rotation.z = random.between(-0.2, 0.2)
  group.add(ground)
  const wallZ = -random.between(75, 150)
  if (isOpen(name)) group.add(...createFarRow(random))
  else group.add(...createWall(random, random.pick(walls), wallZ))
  const things = random.whole(isOpen(name) ? 0 : 1, 3)
  for (let thing = 0; thing < things; thing++) {
    const x = random.between(90, 210) * (random.chance(0.5) ? 1 : -1)
    group.add(...createThing(random, x, isOpen(name) ? -random.between(120, 300) : wallZ + random.between(24, 40)))
  }
  const dome = new THREE.Mesh(
    new THREE.PlaneGeometry(9_000, 3_600),
    new THREE.MeshBasicMaterial({ map: toTexture(drawSky(random, sky.top, sky.low)) }),
  )
  dome.position.set(0, 1_400, -2_400)
  group.add(dome)
  return group
}
