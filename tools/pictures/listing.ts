// The types of what seed/print-listings.ts prints. Only types come from the seed, so they need no packages of it.
export type { PictureView } from '../../seed/listing-pictures.ts'
export type { BodyType } from '../../seed/listings/body-types.ts'
export type { Colour } from '../../seed/listings/colours.ts'
export type { PrintedListing } from '../../seed/print-listings.ts'
