import type { BikeContext, Graphics } from '../look.ts'
import type { Materials } from '../materials.ts'

/** What the parts of one scooter share; `x` is where the footboard ends in front. */
export type Scooter = {
  context: BikeContext
  materials: Materials
  kind: Graphics
  isClassic: boolean
  isLarge: boolean
  x: number
}
