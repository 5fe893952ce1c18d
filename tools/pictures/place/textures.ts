// Drawn surfaces: walls, grounds and skies. Each texture covers 4 × 4 m unless it says otherwise.
import type { Random } from '../random.ts'
import { createCanvas } from '../bike/graphics.ts'

type Drawing = CanvasRenderingContext2D
const size = 1024

const fillAll = (drawing: Drawing, colour: string): void => {
  drawing.fillStyle = colour
  drawing.fillRect(0, 0, size, size)
}

/** Soft stains all over. */
const addStains = (
  drawing: Drawing,
  random: Random,
  count: number,
  colours: readonly [string, ...string[]],
  maxRadius = 160,
): void => {
  for (let stain = 0; stain < count; stain++) {
    const [x, y, radius] = [random.between(0, size), random.between(0, size), random.between(maxRadius / 6, maxRadius)]
    const gradient = drawing.createRadialGradient(x, y, 0, x, y, radius)
    const colour = random.pick(colours)
    gradient.addColorStop(0, `${colour}55`)
    gradient.addColorStop(1, `${colour}00`)
    drawing.fillStyle = gradient
    drawing.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
}

const addGrain = (drawing: Drawing, random: Random, count: number, colours: readonly [string, ...string[]]): void => {
  for (let grain = 0; grain < count; grain++) {
    drawing.fillStyle = random.pick(colours)
    drawing.fillRect(random.between(0, size), random.between(0, size), random.between(1, 4), random.between(1, 4))
  }
}

/** Drips of rain from the top, and splashed mud at the bottom. */
const addWeather = (drawing: Drawing, random: Random): void => {
  for (let drip = 0; drip < 26; drip++) {
    const x = random.between(0, size)
    const gradient = drawing.createLinearGradient(0, 0, 0, random.between(150, 600))
    gradient.addColorStop(0, 'rgba(40,44,38,0.28)')
    gradient.addColorStop(1, 'rgba(40,44,38,0)')
    drawing.fillStyle = gradient
    drawing.fillRect(x, 0, random.between(5, 40), 620)
  }
  const mud = drawing.createLinearGradient(0, size, 0, size - 200)
  mud.addColorStop(0, 'rgba(88,70,48,0.6)')
  mud.addColorStop(1, 'rgba(88,70,48,0)')
  drawing.fillStyle = mud
  drawing.fillRect(0, size - 200, size, 200)
}

const finish = (draw: (drawing: Drawing) => void): HTMLCanvasElement => {
  const { canvas, drawing } = createCanvas(size, size)
  draw(drawing)
  return canvas
}

const plasterColours = ['#c9a56a', '#b8c4b4', '#d8cfb8', '#a8b8c4', '#c98f72', '#9fb08a', '#cdbf9a', '#b7a3b0'] as const
const skirtColours = ['#5a3f33', '#3f5a68', '#6a2f28', '#4a5a44', '#705838'] as const
const darkStains = ['#4a463c', '#5c5648', '#3c4038'] as const

const drawPlaster = (random: Random): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, random.pick(plasterColours))
    addStains(drawing, random, 50, darkStains)
    if (random.chance(0.5)) {
      drawing.fillStyle = random.pick(skirtColours)
      drawing.fillRect(0, size * random.between(0.66, 0.8), size, size)
    }
    for (let patch = 0; patch < random.whole(0, 5); patch++) {
      drawing.fillStyle = '#8d8577'
      drawing.beginPath()
      const [x, y] = [random.between(0, size), random.between(200, size)]
      for (let corner = 0; corner < 9; corner++)
        drawing.lineTo(
          x + Math.cos(corner * 0.7) * random.between(14, 70),
          y + Math.sin(corner * 0.7) * random.between(14, 50),
        )
      drawing.fill()
    }
    addGrain(drawing, random, 5_000, ['rgba(0,0,0,0.08)', 'rgba(255,255,255,0.08)'])
    addWeather(drawing, random)
  })

const drawBricks = (random: Random): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, random.pick(['#8f8372', '#9c9182', '#7d7264']))
    const tones = random.pick([
      ['#8e4a34', '#7c3d2c', '#9a5640', '#6e3628'],
      ['#a05f42', '#8f5138', '#b06c4e', '#7d4530'],
    ] as const)
    const [width, height] = [62, 20]
    for (let row = 0; row * height < size; row++)
      for (let column = -1; column * width < size; column++) {
        drawing.fillStyle = random.pick(tones)
        drawing.fillRect(column * width + (row % 2) * (width / 2) + 2, row * height + 2, width - 4, height - 4)
      }
    addStains(drawing, random, 34, darkStains)
    addGrain(drawing, random, 6_000, ['rgba(0,0,0,0.1)', 'rgba(255,240,220,0.08)'])
    addWeather(drawing, random)
  })

/** Ribbed sheets: roofs, fences and rolling shutters. */
const drawRibs = (random: Random, vertical: boolean, colours: readonly [string, ...string[]]): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, random.pick(colours))
    const step = vertical ? 20 : 26
    for (let at = 0; at < size; at += step) {
      const gradient = vertical
        ? drawing.createLinearGradient(at, 0, at + step, 0)
        : drawing.createLinearGradient(0, at, 0, at + step)
      gradient.addColorStop(0, 'rgba(0,0,0,0.4)')
      gradient.addColorStop(0.45, 'rgba(255,255,255,0.26)')
      gradient.addColorStop(1, 'rgba(0,0,0,0.34)')
      drawing.fillStyle = gradient
      if (vertical) drawing.fillRect(at, 0, step, size)
      else drawing.fillRect(0, at, size, step)
    }
    addStains(drawing, random, vertical ? 50 : 16, vertical ? ['#6b3f24', '#7a4a2a', '#46423c'] : darkStains, 120)
    addWeather(drawing, random)
  })

const notices = [
  'মোটর সার্ভিসিং',
  'গ্যারেজ',
  'ভাই ভাই স্টোর',
  'এখানে বাইক ধোয়া হয়',
  'টু-লেট',
  'মায়ের দোয়া',
  'চা ঘর',
  'পার্কিং',
] as const
const posterColours = ['#1f5f8a', '#c9a02a', '#8a2f2a', '#2f6a48', '#e0d8c4', '#5a3a70'] as const

const drawPosters = (random: Random): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, random.pick(plasterColours))
    addStains(drawing, random, 40, darkStains)
    for (let poster = 0; poster < 5; poster++) {
      const [x, y, width, height] = [
        random.between(-60, size - 200),
        random.between(120, 560),
        random.between(220, 460),
        random.between(150, 300),
      ]
      const colour = random.pick(posterColours)
      drawing.fillStyle = colour
      drawing.fillRect(x, y, width, height)
      drawing.fillStyle = colour === '#e0d8c4' ? '#8a2f2a' : '#f0e8d8'
      drawing.font = '700 64px "Anek Bangla"'
      drawing.fillText(random.pick(notices), x + 20, y + height * 0.6, width - 40)
    }
    addWeather(drawing, random)
  })

const drawTiles = (random: Random): HTMLCanvasElement =>
  finish((drawing) => {
    const tone = random.pick(['#b9b5a8', '#a8b4b8', '#c4a890', '#8f9a94'])
    fillAll(drawing, '#6e6a60')
    const step = random.pick([64, 102, 128])
    for (let x = 0; x < size; x += step)
      for (let y = 0; y < size; y += step) {
        drawing.fillStyle = tone
        drawing.fillRect(x + 2, y + 2, step - 4, step - 4)
        drawing.fillStyle = `rgba(0,0,0,${random.between(0, 0.12)})`
        drawing.fillRect(x + 2, y + 2, step - 4, step - 4)
      }
    addStains(drawing, random, 24, darkStains)
  })

const drawPavers = (random: Random): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, '#5c4f42')
    const tones = random.pick([
      ['#8a5a48', '#7d4f40', '#96644f'],
      ['#84807a', '#78746e', '#908c84'],
    ] as const)
    const [width, height] = [52, 26]
    for (let row = 0; row * height < size; row++)
      for (let column = -1; column * width < size; column++) {
        drawing.fillStyle = random.pick(tones)
        drawing.fillRect(column * width + (row % 2) * 26 + 1, row * height + 1, width - 3, height - 3)
      }
    addStains(drawing, random, 60, ['#4a4034', '#6b5c48', '#3a362e'])
    addGrain(drawing, random, 4_000, ['rgba(0,0,0,0.12)', 'rgba(255,240,220,0.1)'])
  })

const drawLoose = (
  random: Random,
  base: string,
  colours: readonly [string, ...string[]],
  stains: readonly [string, ...string[]],
): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, base)
    addStains(drawing, random, 80, stains)
    addGrain(drawing, random, 16_000, colours)
  })

const drawGrass = (random: Random): HTMLCanvasElement =>
  finish((drawing) => {
    fillAll(drawing, '#5a6a34')
    addStains(drawing, random, 70, ['#7a6a40', '#3f5426', '#6c7a3a'])
    for (let blade = 0; blade < 22_000; blade++) {
      drawing.strokeStyle = random.pick(['#3f5a22', '#6a7f36', '#55702c', '#7d8646'])
      drawing.lineWidth = 1.6
      const [x, y] = [random.between(0, size), random.between(0, size)]
      drawing.beginPath()
      drawing.moveTo(x, y)
      drawing.lineTo(x + random.between(-5, 5), y - random.between(4, 13))
      drawing.stroke()
    }
  })

export const wallTextures = {
  plaster: drawPlaster,
  bricks: drawBricks,
  tin: (random: Random) => drawRibs(random, true, ['#8d959a', '#7f8a86', '#9aa0a2', '#6f7d88']),
  shutter: (random: Random) => drawRibs(random, false, ['#5f6f7c', '#7a858a', '#4f6a5c', '#8a6f52', '#a8a294']),
  posters: drawPosters,
  tiles: drawTiles,
}

export const groundTextures = {
  concrete: (random: Random) =>
    drawLoose(random, '#a09c92', ['rgba(0,0,0,0.1)', 'rgba(255,255,255,0.12)'], ['#6e6a60', '#858074', '#b4afa4']),
  asphalt: (random: Random) => drawLoose(random, '#55565a', ['#48494c', '#66676a', '#77777a'], ['#3e3e42', '#6a665c']),
  earth: (random: Random) =>
    drawLoose(random, '#93784f', ['#7d653f', '#a88d62', '#6d5836'], ['#6a5436', '#a68c60', '#5a4a30']),
  pavers: drawPavers,
  tiles: drawTiles,
  grass: drawGrass,
}

/** A sky with clouds, the horizon in haze. */
export const drawSky = (random: Random, top: string, low: string): HTMLCanvasElement =>
  finish((drawing) => {
    const gradient = drawing.createLinearGradient(0, 0, 0, size)
    gradient.addColorStop(0, top)
    gradient.addColorStop(1, low)
    drawing.fillStyle = gradient
    drawing.fillRect(0, 0, size, size)
    addStains(drawing, random, 26, ['#ffffff', '#f2f4f6'], 300)
  })

const leafColours = ['#2c4620', '#3a5a2a', '#243a1c', '#4c6a32', '#5a7436'] as const

const drawLeaf = (drawing: Drawing, random: Random, x: number, y: number, length: number): void => {
  drawing.fillStyle = random.pick(leafColours)
  drawing.beginPath()
  drawing.ellipse(x, y, length, length * 0.42, random.between(0, Math.PI), 0, 7)
  drawing.fill()
}

/** Leaves on a transparent ground, thick in the middle. */
export const drawBush = (random: Random): HTMLCanvasElement => {
  const { canvas, drawing } = createCanvas(256, 256)
  for (let leaf = 0; leaf < 900; leaf++) {
    const [angle, out] = [random.between(0, 7), Math.sqrt(random.between(0, 1)) * 108 * random.between(0.8, 1.1)]
    drawLeaf(drawing, random, 128 + Math.cos(angle) * out, 128 + Math.sin(angle) * out, random.between(4, 11))
  }
  return canvas
}

/** Trees, palms and houses at the far end of a field, in the haze. */
export const drawTreeLine = (random: Random): HTMLCanvasElement => {
  const { canvas, drawing } = createCanvas(2_048, 300)
  for (let house = 0; house < 3; house++) {
    drawing.fillStyle = random.pick(['#b8b2a4', '#a89c8a', '#c2b8a6'])
    const [x, height] = [random.between(0, 1_900), random.between(70, 130)]
    drawing.fillRect(x, 300 - height, random.between(90, 180), height)
    drawing.fillStyle = '#6f6a62'
    for (let pane = 0; pane < 4; pane++) drawing.fillRect(x + 12 + pane * 22, 300 - height + 18, 11, 16)
  }
  for (let tree = 0; tree < 60; tree++) {
    const [x, height, width] = [random.between(-40, 2_080), random.between(40, 190), random.between(40, 110)]
    drawing.fillStyle = '#4a4030'
    drawing.fillRect(x - 3, 300 - height, 6, height)
    for (let leaf = 0; leaf < 700; leaf++) {
      const angle = random.between(0, 7)
      const out = Math.sqrt(random.between(0, 1))
      drawLeaf(
        drawing,
        random,
        x + Math.cos(angle) * out * width,
        300 - height + Math.sin(angle) * out * width * 0.6,
        random.between(1.5, 4.5),
      )
    }
  }
  drawing.globalCompositeOperation = 'source-atop'
  drawing.fillStyle = 'rgba(190,200,200,0.34)'
  drawing.fillRect(0, 0, 2_048, 300)
  return canvas
}
