// English messages of the price estimate on a bike's page, in the seller's form and in the price guide.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  heading: 'Is the price fair?',
  fairRange: (count: string, low: string, high: string) =>
    `From ${count} similar bikes, adjusted to this bike’s year and kilometres: the usual price is ${low}–\u2060${high}.`,
  /** Above the middle half of the prices, as getFairPrices allows. */
  stillFair: (typical: string, most: string) => `Typical is ${typical}; up to ${most} is still fair.`,
  retained: (low: string, high: string, bikes: string) =>
    `Bikes of this age keep ${low}–${high}% of their price when new (${bikes} bikes of all models).`,
  retainedHere: (low: string, high: string) => `For this bike that is about ${low}–\u2060${high}.`,
  againstRetained: {
    above: (taka: string) => `It costs ${taka} more than that.`,
    below: (taka: string) => `It costs ${taka} less than that.`,
    within: 'Its price is within that.',
  },
  distance: {
    below: (taka: string) => `${taka} below typical`,
    above: (taka: string) => `${taka} above typical`,
  },
  atMiddle: 'exactly typical',
  noEstimate: {
    bikes: 'There are too few bikes like this one to judge its price.',
    model: 'We do not know this model, so we cannot compare its price.',
  },
  warning:
    'This price is far below that of similar bikes. It can be honest, but be careful: see the bike and its papers first, and send nobody money in advance.',
  chart: (count: string, lowest: string, highest: string, low: string, high: string, price: string) =>
    `${count} similar bikes cost ${lowest} to ${highest}, usually ${low} to ${high}; this bike costs ${price}`,
  thisBike: (price: string) => `This bike ${price}`,
  dots: 'Each dot is one bike.',
  explanation: 'How we know',
  reasons: {
    sameModel: 'We compare only bikes of the same model, with engines at most 12 cc and years at most 2 apart.',
    adjusted: (year: string, kilometres: string) =>
      `Each price is adjusted to this bike’s year and kilometres: ${year}% for a year, ${kilometres}% for twice the kilometres.`,
    sellers: (sellers: string) =>
      `They belong to ${sellers} sellers. Each seller counts once, and this bike’s own seller does not count.`,
    sold: (count: string) => `Sold here within a year: ${count} of them. The price paid counts twice.`,
    noneSold: 'All of them are still on sale, so people may pay a little less in the end.',
    kilometres: 'The kilometres are missing or look wrong, so we used the average for its age.',
  },
  similar: 'The bikes we compared it with',
  adjustedPrice: (price: string) => `adjusted to this bike: ${price}`,
  sold: 'Sold',
  km: (count: string) => `${count}\u{a0}km`,
  guideLink: (model: string) => `What a used ${model} costs`,
  suggest: {
    heading: 'What similar bikes cost',
    range: (low: string, high: string, count: string) =>
      `Half of the bikes like yours cost ${low}–${high}, going by ${count} bikes of other sellers.`,
    retained: (low: string, high: string, bikes: string) =>
      `Bikes of this age keep ${low}–${high}% of their price when new (${bikes} bikes of all models).`,
    retainedTaka: (low: string, high: string) => `For yours that is about ${low}–${high}.`,
    noEstimate: {
      bikes: 'There are too few bikes like yours to suggest a price.',
      model: 'We do not know this model yet, so we cannot suggest a price.',
    },
  },
  guide: {
    title: (model: string) => `What a used ${model} costs`,
    description: (model: string) =>
      `Fair prices of a used ${model} in Bangladesh by year, how its price falls, and which are on sale.`,
    heading: (model: string) => `What a used ${model} costs`,
    lead: (onSale: string, sold: string) => `On sale now: ${onSale}. Sold here within a year: ${sold}.`,
    byYear: 'By year',
    byYearText:
      'Prices of a bike with average kilometres for its age. Where there are too few bikes to compare, we do not guess.',
    year: 'Year',
    bikes: 'Bikes here',
    range: 'Fair price',
    typicalPrice: 'Typical price',
    kilometres: 'Kilometres',
    tooFew: 'Not enough data',
    depreciation: 'How its price falls',
    depreciationText: (year: string, kilometres: string) =>
      `Each year takes about ${year}% off the price, twice the kilometres about ${kilometres}%. These rates come from 1,935 advertisements in Bangladesh in January 2022.`,
    after: (years: string) => `after ${years} years`,
    afterOne: 'after 1 year',
    onSale: 'On sale now',
    emptyHeading: 'No bikes of this model yet',
    emptyText: 'Prices will appear here when sellers list some.',
    emptyAction: 'See all bikes',
  },
}

export const priceEstimateMessages = createNamespace('priceEstimates', en)
