// Which pictures the demonstration needs, the most useful first.
import { generatedBikes, handwrittenBikes } from '#seed/bikes.ts'
import { photographedBikes, type PictureView } from '#seed/listing-pictures.ts'
import type { Colour } from '#seed/listings/colours.ts'
import { findDemoModel } from '#seed/listings/models.ts'
import { createRandom } from '#seed/listings/random.ts'
import type { PictureJob } from './picture-job.ts'

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

const getColour = (bike: { key: string; colour?: Colour }): Colour =>
  bike.colour ?? createRandom(`colour ${bike.key}`).pick(coloursOfOthers)

/** One job for each bike and view: all first pictures, then all second ones, then the odometers. */
export const createPicturePlan = (): PictureJob[] => {
  const bikes = [...handwrittenBikes, ...generatedBikes].filter(({ key }) => !photographedBikes.includes(key))
  const toJob =
    (view: PictureView) =>
    (bike: (typeof bikes)[number]): PictureJob => {
      const { details, bought, category, key } = bike
      const model = findDemoModel(category, details?.model ?? '')
      if (!details || !model) throw new Error(`${key} has no model, so its body type is unknown.`)
      const facts = { kilometres: details.kilometres, engineCc: details.engineCc, condition: bought.condition }
      return { key, view, body: model.body, colour: getColour(bike), ageYears: bought.yearsAgo, ...facts }
    }
  const views: PictureView[] = ['side', 'three-quarter', 'odometer']
  return views.flatMap((view) => bikes.map(toJob(view)))
}
