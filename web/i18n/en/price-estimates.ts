// What bikes are worth and why: the reasons on a bike's page, the suggestion in the seller's form, the guide of a model.
import { chapter } from './namespaces.ts'

const en = {
  heading: 'Is the price fair?',
  mostlyAsk: (count: string, low: string, high: string) =>
    `${count} similar bikes, adjusted for year and kilometres, mostly ask ${low}–${high}.`,
  lacks: {
    bikes: 'Too few bikes like this one are in the shop, so we say nothing about its price.',
    model: 'Its seller has not told a model that we know, so it cannot be compared.',
  },
  warning:
    'This price is far below that of similar bikes. It can be honest, but be careful: see the bike and its papers first, and never send an advance.',
  chart: (count: string, lowest: string, highest: string, low: string, high: string, price: string) =>
    `${count} similar bikes ask between ${lowest} and ${highest}; most ask ${low} to ${high}; this bike asks ${price}`,
  thisBike: 'this bike',
  how: 'How we know',
  reasons: {
    like: 'Only bikes of the same model count, with an engine at most 12 cc and a year at most 2 years apart.',
    moved: (year: string, kilometres: string) =>
      `Each price is moved to this bike’s year and kilometres: ${year}% for a year, ${kilometres}% for twice the kilometres.`,
    votes: (sellers: string) =>
      `They belong to ${sellers} sellers; each seller has one vote, and this bike’s own has none.`,
    sold: (count: string) => `Sold here within a year: ${count} of them. What was paid counts twice.`,
    noneSold: 'All of them are on sale: people may pay a little less than that.',
    kilometres: 'It does not tell believable kilometres, so those of a usual bike of its age are taken.',
  },
  similar: 'The bikes it is compared with',
  moved: (price: string) => `as this bike: ${price}`,
  sold: 'Sold',
  km: (count: string) => `${count} km`,
  toGuide: (model: string) => `What a used ${model} costs`,
  suggest: {
    heading: 'What similar bikes cost',
    range: (low: string, high: string) => `Bikes like yours mostly ask ${low}–${high}.`,
    middle: (price: string, count: string) => `The middle is ${price}, told from ${count} bikes of other sellers.`,
    lacks: {
      bikes: 'Too few bikes like yours are in the shop to suggest a price.',
      model: 'We do not know this model yet, so we suggest no price.',
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
      'The price of a bike with usual kilometres for its age. Where too few can be compared we say so, and guess nothing.',
    year: 'Year',
    bikes: 'Bikes here',
    range: 'Fair price',
    middle: 'Middle',
    kilometres: 'Kilometres',
    tooFew: 'Not enough data',
    falls: 'How its price falls',
    fallsText: (year: string, kilometres: string) =>
      `A year costs about ${year}% of the price, twice the kilometres about ${kilometres}%. These rates come from 1,935 advertisements in Bangladesh of January 2022.`,
    after: (years: string) => `after ${years} years`,
    afterOne: 'after 1 year',
    onSale: 'On sale now',
    emptyHeading: 'No bike of this model is here',
    emptyText: 'As soon as sellers offer some, their prices stand here.',
    emptyGo: 'See all bikes',
  },
}

/** For `useChapter`. */
export const worth = chapter('worth', en)
