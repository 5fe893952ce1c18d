// Which pictures the demonstration needs, the most useful first.
import type { Colour, PictureView, PrintedListing } from './listing.ts'
import type { PictureJob } from './picture-job.ts'
import { createRandom } from './random.ts'

const coloursOfOthers: readonly [Colour, ...Colour[]] = [
  'black',
  'blue',
  'red',
  'grey',
  'white',
  'black',
  'silver',
  'orange',
  'maroon',
]

const views: readonly PictureView[] = ['side', 'three-quarter', 'odometer']

const chooseColour = (key: string): Colour => createRandom(`colour ${key}`).pick(coloursOfOthers)

/** One job for each listing and view: all first pictures, then all second ones, then the odometers. */
export const createPicturePlan = (listings: readonly PrintedListing[]): PictureJob[] =>
  views.flatMap((view) =>
    listings.map((listing) => ({ ...listing, view, colour: listing.colour ?? chooseColour(listing.key) })),
  )
