// Tank, shrouds and side panels.
import type * as THREE from 'three'
import { getHead } from './chassis.ts'
import { createPaintedHull } from './graphics.ts'
import { createHull, type Section } from './hull.ts'
import type { BikeContext, Graphics, Look } from './look.ts'
import type { Materials } from './materials.ts'
import { createTurned, onBothSides, type Outline } from './solids.ts'

type Parts = THREE.Object3D[]
type Ribs = readonly (readonly [along: number, top: number, bottom: number, width: number, square?: number])[]

/** Shares of the length, the height and the width of the tank, from the rear. */
const tankRibs: Record<Look['tank']['shape'], Ribs> = {
  classic: [
    [0, 0.42, 0.08, 0.52],
    [0.14, 0.72, 0.03, 0.76],
    [0.42, 0.95, 0, 0.98],
    [0.74, 1, 0.05, 1],
    [0.92, 0.88, 0.18, 0.8],
    [1, 0.66, 0.32, 0.5],
  ],
  box: [
    [0, 0.62, 0.08, 0.62, 3.6],
    [0.1, 0.85, 0.02, 0.88, 3.8],
    [0.4, 0.98, 0, 0.98, 3.9],
    [0.78, 1, 0.02, 1, 3.9],
    [0.94, 0.92, 0.12, 0.86, 3.4],
    [1, 0.74, 0.28, 0.6, 3],
  ],
  muscle: [
    [0, 0.26, 0.04, 0.44],
    [0.14, 0.5, 0, 0.66],
    [0.36, 0.86, 0.02, 0.92],
    [0.6, 1, 0.06, 1, 2.8],
    [0.82, 0.96, 0.1, 0.98, 3],
    [0.95, 0.76, 0.18, 0.8],
    [1, 0.56, 0.28, 0.52],
  ],
  sharp: [
    [0, 0.28, 0.04, 0.44, 3.4],
    [0.22, 0.6, 0, 0.7, 3.8],
    [0.48, 0.99, 0.03, 0.95, 4.4],
    [0.68, 1, 0.1, 1, 4.6],
    [0.88, 0.82, 0.16, 0.94, 4],
    [1, 0.52, 0.3, 0.58, 3],
  ],
  drop: [
    [0, 0.18, -0.02, 0.28],
    [0.15, 0.5, -0.05, 0.56],
    [0.42, 0.87, -0.02, 0.88],
    [0.66, 1, 0.06, 1],
    [0.88, 0.94, 0.26, 0.84],
    [1, 0.74, 0.46, 0.46],
  ],
  round: [
    [0, 0.3, 0, 0.48],
    [0.18, 0.64, 0, 0.72],
    [0.42, 0.95, 0, 0.95],
    [0.64, 1, 0.05, 1],
    [0.86, 0.86, 0.14, 0.88],
    [1, 0.6, 0.3, 0.54],
  ],
  tall: [
    [0, 0.22, 0.08, 0.46],
    [0.24, 0.46, 0.04, 0.6],
    [0.5, 0.82, 0.05, 0.9],
    [0.72, 1, 0.1, 1],
    [0.9, 0.97, 0.22, 0.9],
    [1, 0.82, 0.4, 0.58],
  ],
}

/** Where the tank ends at the rear. */
export const tankRear = 52

const toSections = (
  ribs: Ribs,
  { x0, x1, y, height, width }: { x0: number; x1: number; y: number; height: number; width: number },
): [Section, Section, ...Section[]] => {
  const sections = ribs.map(([along, top, bottom, wide, square]): Section => ({
    x: x0 + along * (x1 - x0),
    top: y + top * height,
    bottom: y + bottom * height,
    width: wide * width,
    square: square ?? 2.5,
  }))
  const [first, second, ...rest] = sections
  if (!first || !second) throw new Error('A body needs two sections.')
  return [first, second, ...rest]
}

const createShroud = (context: BikeContext, materials: Materials, kind: Graphics): Parts => {
  const { look, colours, random } = context
  if (look.shroud === 'none') return []
  const [headX] = getHead(context)
  const { y, width } = look.tank
  const isWide = look.shroud === 'wide'
  const drop = isWide ? 20 : 12
  const reach = isWide ? 13 : 9
  const cut: Outline = isWide
    ? [
        [headX - 24, y + 12],
        [headX - 6, y + 15, headX + 4, y + 18],
        [headX + reach, y + 10],
        [headX + reach - 5, y - 6, headX + 1, y - drop],
        [headX - 4, y - 6],
        [headX - 14, y + 1],
        [headX - 24, y + 4],
      ]
    : [
        [headX - 22, y + 9],
        [headX + 2, y + 16],
        [headX + reach, y + 9],
        [headX + 2, y - 4],
        [headX - 5, y - drop],
        [headX - 8, y - 1],
        [headX - 22, y + 3],
      ]
  const sections: [Section, Section, ...Section[]] = [
    { x: headX - 26, top: y + 20, bottom: y - drop - 2, width: width + 0.6, square: 4 },
    { x: headX - 6, top: y + 21, bottom: y - drop - 3, width: width + 3, square: 4 },
    { x: headX + reach + 3, top: y + 16, bottom: y - drop, width: width + 2.4, square: 4 },
  ]
  const colour = random.chance(0.35) ? colours.second : colours.body
  return [createPaintedHull({ sections, round: [0, 2] }, { colour, graphics: kind, cut }, context, materials)]
}

const sidePanels: Record<Exclude<Look['sidePanel'], 'none'>, (y: number) => Outline> = {
  triangle: (y) => [
    [22, y],
    [58, y - 1],
    [60, y - 6],
    [52, y - 22],
    [44, y - 28, 38, y - 24],
    [24, y - 10],
  ],
  oval: (y) => [
    [26, y - 10],
    [28, y, 42, y - 1],
    [58, y - 2, 57, y - 13],
    [55, y - 26, 42, y - 25],
    [26, y - 24, 26, y - 10],
  ],
  box: (y) => [
    [24, y - 1],
    [56, y - 2],
    [56, y - 23],
    [32, y - 23],
    [24, y - 15],
  ],
  blade: (y) => [
    [14, y + 1],
    [58, y - 2],
    [68, y - 3],
    [62, y - 14],
    [52, y - 28],
    [44, y - 28],
    [28, y - 12],
  ],
}

const createSidePanels = (context: BikeContext, materials: Materials, kind: Graphics): Parts => {
  const { look, colours, random } = context
  if (look.sidePanel === 'none') return []
  const y = look.seatY - 8
  const sections: [Section, Section, ...Section[]] = [
    { x: 12, top: y + 8, bottom: y - 32, width: 12, square: 5 },
    { x: 40, top: y + 8, bottom: y - 32, width: 13.4, square: 5 },
    { x: 70, top: y + 6, bottom: y - 32, width: 13, square: 5 },
  ]
  const colour = random.chance(look.sidePanel === 'blade' ? 0.6 : 0.25) ? colours.second : colours.body
  return [
    createPaintedHull(
      { sections, round: [0, 0] },
      { colour, graphics: kind, cut: sidePanels[look.sidePanel](y) },
      context,
      materials,
    ),
  ]
}

/** The tank with its cap, the shrouds beside it and the panels below the seat. */
export const createBody = (context: BikeContext, materials: Materials, kind: Graphics): Parts => {
  const { look, colours, random } = context
  const { shape, height, width, y } = look.tank
  const [headX] = getHead(context)
  const x1 = headX - 2
  const sections = toSections(tankRibs[shape], { x0: tankRear, x1, y, height, width })
  const capX = tankRear + (x1 - tankRear) * 0.68
  const knees = look.chrome && random.chance(0.3)
  return [
    createPaintedHull({ sections, round: [4, 5] }, { colour: colours.body, graphics: kind }, context, materials),
    createTurned(
      [
        [0, 1.1],
        [3.4, 1.1],
        [4.4, 0.5],
        [4.6, -0.6],
      ],
      { at: [capX, y + height - 0.4, 0], axis: [0, 1, 0] },
      look.chrome ? materials.chrome : materials.plastic,
    ),
    ...(knees
      ? onBothSides((side) => [
          createHull(
            {
              sections: [
                { x: tankRear + 8, top: y + height * 0.5, bottom: y + height * 0.14, width: 1.4 },
                { x: tankRear + 22, top: y + height * 0.56, bottom: y + height * 0.1, width: 1.6 },
              ],
              z: side * width * 0.86,
            },
            materials.rubber,
          ),
        ])
      : []),
    ...createShroud(context, materials, random.pick(['slash', 'none', 'none', 'blocks'])),
    ...createSidePanels(context, materials, random.pick(['none', 'stripes', 'slash', 'none'])),
  ]
}
