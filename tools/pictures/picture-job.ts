import type { Colour, PictureView, PrintedListing } from './listing.ts'

/** All that one picture depends on. */
export type PictureJob = PrintedListing & { view: PictureView; colour: Colour }

export type DrawingSettings = { width: number; height: number; exposures: number }
