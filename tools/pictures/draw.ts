// Runs in the browser: draws one picture of a bike.
import * as THREE from 'three'
import { createRandom, type Random } from './random.ts'
import { createBike } from './bike/bike.ts'
import type { BikeContext, PaintColours, Wear } from './bike/look.ts'
import { looks } from './bike/looks.ts'
import { createCamera } from './camera/framing.ts'
import { lightNames, lights, type LightName } from './camera/light.ts'
import { takePhoto } from './camera/photo.ts'
import type { DrawingSettings, PictureJob } from './picture-job.ts'
import { createPlace, placeNames } from './place/place.ts'

/** Paint, second colour, and the colours that graphics may have. */
const paints: Record<PictureJob['colour'], readonly [string, string, readonly [string, ...string[]]]> = {
  black: ['#131416', '#2a2b2e', ['#b3202a', '#c6c9cc', '#b8922a', '#2a72b8']],
  red: ['#9a1218', '#17181a', ['#e6e1d4', '#c2992a', '#efefec']],
  maroon: ['#4a0f18', '#151516', ['#d2c49c', '#c4c7ca']],
  blue: ['#12408c', '#17181b', ['#d6dade', '#cc3a2a', '#d9a02a']],
  sky: ['#4a94b8', '#e4e2da', ['#f0efe8', '#12384a']],
  white: ['#dcdad2', '#1c1d1f', ['#1d4f9e', '#bd2c22', '#2c2c2e']],
  silver: ['#979a9d', '#232528', ['#b3202a', '#1d4f9e', '#26282b']],
  grey: ['#484e54', '#16181b', ['#d9a02a', '#d0d3d6', '#bd2c22']],
  green: ['#1d5a30', '#131f18', ['#d2c49c', '#e0e0da']],
  olive: ['#4a4d32', '#1a1b16', ['#c4b48a', '#c9761f']],
  yellow: ['#d3960f', '#1b1c1e', ['#1b1c1e', '#efede4']],
  orange: ['#cc560f', '#1b1c1f', ['#efede4', '#1b1c1e']],
}

/** Makes a colour lighter or darker by up to this share. */
const varyColour = (colour: string, random: Random, share: number): string => {
  const factor = random.between(1 - share, 1 + share)
  const parts = colour.match(/[0-9a-f]{2}/g) ?? []
  return `#${parts
    .map((part) =>
      Math.round(Math.min(255, Number.parseInt(part, 16) * factor * random.between(0.97, 1.03)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const conditionWear = { Excellent: 0.12, Good: 0.42, Fair: 0.8 } as const

const createWear = ({ ageYears, kilometres, condition }: PictureJob, random: Random): Wear => {
  const tired = Math.min(
    1,
    0.5 * conditionWear[condition] + 0.28 * Math.min(1, kilometres / 60_000) + 0.22 * Math.min(1, ageYears / 14),
  )
  return {
    dust: Math.min(0.8, (0.08 + tired * 0.6) * random.between(0.6, 1.3)),
    rust: Math.max(0, tired - 0.2) * random.between(0.6, 1.2),
    fade: tired * random.between(0.5, 1),
    scratches: tired * random.between(0.4, 1.2),
    stickers: 0.2 + tired * 0.4,
  }
}

const plateDistricts = [
  'ঢাকা মেট্রো',
  'চট্ট মেট্রো',
  'খুলনা',
  'সিলেট',
  'কুমিল্লা',
  'গাজীপুর',
  'রাজশাহী',
  'বগুড়া',
  'যশোর',
  'ময়মনসিংহ',
] as const

/** Plates of small engines say হ, those of larger ones ল. The numbers are invented. */
const createPlate = ({ engineCc }: PictureJob, random: Random): string => {
  const toDigits = (number: number, length: number): string =>
    String(number)
      .padStart(length, '0')
      .replace(/\d/g, (digit) => String.fromCodePoint(0x09e6 + Number(digit)))
  return `${random.pick(plateDistricts)}-${engineCc > 125 ? 'ল' : 'হ'}\n${toDigits(random.whole(11, 69), 2)}-${toDigits(random.whole(1_001, 9_998), 4)}`
}

const createColours = (job: PictureJob, random: Random): PaintColours => {
  const [body, second, accents] = paints[job.colour]
  return { body: varyColour(body, random, 0.12), second, accent: random.pick([accents[0], ...accents]) }
}

/** Turns the bike for its view and leans it on its stand. Returns the group that holds it. */
const standBike = (bike: THREE.Group, job: PictureJob, random: Random): THREE.Group => {
  const stand = new THREE.Group()
  bike.position.x = -looks[job.body].wheelbase / 2
  bike.rotation.x = (-random.between(3, 7) * Math.PI) / 180
  stand.add(bike)
  const toTurn = {
    side: random.between(-8, 8) + (random.chance(0.3) ? 180 : 0),
    'three-quarter': random.pick([-1, 1, -1]) * random.between(34, 52),
    odometer: 0,
  }
  const turn = toTurn[job.view]
  // From behind when turned to the left, mostly from the front.
  stand.rotation.y = ((job.view === 'three-quarter' && random.chance(0.3) ? turn + 180 : turn) * Math.PI) / 180
  return stand
}

const getLight = (random: Random): LightName => random.pick(lightNames)

/** Draws a picture and returns its pixels as takePhoto does. The same job always gives the same picture. */
export const drawPicture = (job: PictureJob, { width, height, exposures }: DrawingSettings): string => {
  // What all pictures of a listing share comes from its key alone.
  const shared = createRandom(`bike ${job.key}`)
  const context: BikeContext = {
    look: looks[job.body],
    wear: createWear(job, shared),
    colours: createColours(job, shared),
    plate: createPlate(job, shared),
    kilometres: job.kilometres,
    random: createRandom(`parts ${job.key}`),
  }
  const light = getLight(shared)
  const placeName = shared.pick(placeNames)
  const random = createRandom(`view ${job.key} ${job.view}`)
  const scene = new THREE.Scene()
  const { top, low } = lights[light]
  scene.background = new THREE.Color(low)
  const stand = standBike(createBike(context, job.body), job, random)
  const place = createPlace(placeName, createRandom(`place ${job.key}`), { top, low })
  if (job.view === 'three-quarter') place.position.z = -50
  scene.add(stand, place)
  scene.updateMatrixWorld(true)
  const camera = createCamera({ bike: stand, view: job.view, random, aspect: width / height })
  return takePhoto({ scene, camera, light, random, width, height, exposures })
}

// render.ts calls it by this name.
Object.assign(globalThis, { drawPicture })
