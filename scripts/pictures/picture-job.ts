import type { PictureView } from '#seed/listing-pictures.ts'
import type { BodyType } from '#seed/listings/body-types.ts'
import type { Colour } from '#seed/listings/colours.ts'

/** All that one picture depends on. */
export type PictureJob = {
  key: string
  view: PictureView
  body: BodyType
  colour: Colour
  ageYears: number
  kilometres: number
  condition: 'Excellent' | 'Good' | 'Fair'
  engineCc: number
}

export type DrawingSettings = { width: number; height: number; exposures: number }
