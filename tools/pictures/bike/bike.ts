// Puts a bike together from its parts.
import * as THREE from 'three'
import type { BodyType } from '../listing.ts'
import { createBars } from './bars.ts'
import { createBody } from './body.ts'
import { createFork, createRearEnd, getHead } from './chassis.ts'
import { createDial } from './dial.ts'
import { createEngine } from './engine.ts'
import { createExhaust } from './exhaust.ts'
import { createExtras } from './extras.ts'
import { createFootwear, createFrame } from './frame.ts'
import { createFront } from './front.ts'
import type { BikeContext } from './look.ts'
import { createMaterials } from './materials.ts'
import { createMoped } from './moped.ts'
import { createScooter } from './scooter/scooter.ts'
import { createSeatAndTail } from './seat.ts'
import { createWheels } from './wheels.ts'

const getScooterBody = (body: BodyType): 'scooter' | 'classic' | 'large' =>
  body === 'scooter-classic' ? 'classic' : body === 'scooter-maxi' ? 'large' : 'scooter'

/** A bike that stands on its wheels with the rear axle above the origin. */
export const createBike = (context: BikeContext, body: BodyType): THREE.Group => {
  const materials = createMaterials(context)
  const group = new THREE.Group()
  const [first = 'none', ...others] = context.look.graphics
  const kind = context.random.pick([first, ...others])
  if (body.startsWith('scooter')) {
    group.add(...createScooter(context, materials, getScooterBody(body), kind))
    return group
  }
  const [headX, headY] = getHead(context)
  const rise = { commuter: 9, flat: 7, wide: 8, clip: 7, high: 12, swept: 8 }[context.look.bars]
  group.add(
    ...createWheels(context, materials),
    ...createFork(context, materials, materials.paint),
    ...createRearEnd(context, materials),
    ...createEngine(context, materials),
    ...createExhaust(context, materials),
    ...createFootwear(context, materials),
    ...createSeatAndTail(context, materials, materials.paint, kind),
    ...createFront(context, materials, materials.paint, kind),
    ...createBars(context, materials),
    createDial(context, materials, [headX + 1, headY + rise, 0], context.look.bars === 'clip' ? 62 : 48),
    ...createExtras(context, materials),
    ...(body === 'moped'
      ? createMoped(context, materials, kind)
      : [...createFrame(context, materials), ...createBody(context, materials, kind)]),
  )
  return group
}
