// English messages of the page that says what a bike is worth.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  title: 'What is my bike worth?',
  description:
    'Type brand, model, year and kilometres of your motorbike and see what it costs used in Bangladesh. No login.',
  heading: 'What is my bike worth?',
  lead: 'A price range in 10 seconds. No login.',
  bike: 'Brand and model',
  bikeHint: 'For example Bajaj Pulsar 150',
  year: 'Year',
  chooseYear: 'Choose a year',
  yearMissing: 'Choose the year of your bike.',
  bikeMissing: 'Type the brand and the model of your bike.',
  kilometres: 'Kilometres',
  kilometresWrong: 'Type the kilometres as a whole number, such as 22,000.',
  submit: 'See the price',
  resultHeading: (bike: string, year: string) => `${bike}, ${year}`,
  range: (low: string, high: string) => `${low}–${high}`,
  typical: (price: string) => `Typical: ${price}`,
  basedOn: (count: string, sellers: string) =>
    `From ${count} bikes of ${sellers} sellers on Motohaat, adjusted to your year and kilometres. Half of them are in this range.`,
  withoutKilometres: 'Without kilometres we take what is usual for the age.',
  adjusted: (year: string, kilometres: string) =>
    `A year takes ${year}% off the price, twice the kilometres ${kilometres}%.`,
  tooFew: 'Too few bikes like yours are on Motohaat to give a price in taka.',
  retained: (low: string, high: string, bikes: string) =>
    `Bikes of this age keep ${low}–${high}% of their price when new (${bikes} bikes of all models).`,
  guide: (bike: string) => `What a used ${bike} costs, year by year`,
  list: 'List it on Motohaat',
  listAtPrice: (price: string) => `List it at ${price}`,
  listAtPriceText:
    'Brand, model, year and price are filled in for you, and you can change all of it. Listing costs nothing.',
  listText: 'Add photos, type your price, and buyers book it. Listing costs nothing.',
  suggestionsHeading: 'Which one is it?',
  unknown: 'We do not know this model yet. Check the spelling, or type the brand alone.',
}

export const valuationMessages = createNamespace('valuation', en)
