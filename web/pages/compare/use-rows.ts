import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { isNaming, useSpecs } from '#web/components/bike-specs.tsx'
import type { Badge } from '#web/components/price-estimate-badge.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { comparisonMessages } from '#web/i18n/en/comparison.ts'
import { doValuesDiffer, findBest, sortByDifference } from './rank-values.ts'

/** What is said of the price; `middle` is the typical price in Taka. */
export type ComparedPrice = { badge: Badge; middle: number | null }
export type ComparedBike = z.output<typeof BikePage> & { priceEstimate: ComparedPrice | null }

type Cell = { value: string | null; isBest: boolean }
export type Row = {
  key: string
  name: string
  /** The values are names, which no translation may change. */
  isName: boolean
  cells: Cell[]
  /** Why the best value is the best, such as "Newest". */
  bestWord: string
  isSame: boolean
}

/** Lower is better; null where a value is unknown or none is better. */
type Rank = (bike: ComparedBike) => number | null

// Neither when this owner bought the bike nor how long it was used since says how old it is, so they have no best.
const rankBySpec: Record<string, Rank> = {
  kilometres: ({ kilometres }) => kilometres,
  registered: ({ registrationYear }) => (registrationYear === null ? null : -registrationYear),
  owners: ({ owners }) => owners,
}

/** How far the price is from the typical one. A price far below all others is a warning, never the best. */
const rankByValue: Rank = ({ salePrice, priceEstimate }) =>
  priceEstimate === null || priceEstimate.middle === null || priceEstimate.badge.isFarBelow
    ? null
    : salePrice - priceEstimate.middle

type NamedValue = { key: string; name: string; value: string }

/** Gives a function that lists what is compared of one bike. */
const useValues = () => {
  const comparison = useMessages(comparisonMessages)
  const { card } = useMessages()
  const { papers } = useMessages(bikePageMessages)
  const { taka } = useFormat()
  const specs = useSpecs()
  const formatDistance = (distance: number): string =>
    distance === 0 ? comparison.equal : comparison[distance < 0 ? 'less' : 'more'](taka(Math.abs(distance)))
  const getPapersLevel = ({ papers: { level } }: ComparedBike): string => {
    if (level === 'complete') return card.papersComplete
    if (level === 'unregistered') return card.unregistered
    return level === 'mostly' ? comparison.notAllPapers : papers.notSaid
  }
  return (bike: ComparedBike): NamedValue[] => {
    const middle = bike.priceEstimate?.middle ?? null
    return [
      { key: 'price', name: card.resalePrice, value: taka(bike.salePrice) },
      ...(middle === null
        ? []
        : [{ key: 'against', name: comparison.against, value: formatDistance(bike.salePrice - middle) }]),
      ...specs(bike),
      { key: 'papers', name: papers.heading, value: getPapersLevel(bike) },
      {
        key: 'inspection',
        name: comparison.inspection,
        value: bike.isInspected ? card.inspected : comparison.notInspected,
      },
      { key: 'originalPrice', name: card.originalPrice, value: taka(bike.originalPrice) },
      { key: 'location', name: card.location, value: bike.location },
      { key: 'seller', name: comparison.seller, value: bike.verification ? card.verified : comparison.notVerified },
    ]
  }
}

/** The rows of the comparison: what differs comes first, and the best value of a row says why it is the best. */
export const useRows = (bikes: ComparedBike[]): Row[] => {
  const { best } = useMessages(comparisonMessages)
  const words: Record<string, string> = best
  const listValues = useValues()
  const columns = bikes.map(listValues)
  const ranks: Record<string, Rank> = { ...rankBySpec, price: ({ salePrice }) => salePrice, against: rankByValue }
  const names = new Map(columns.flat().map(({ key, name }) => [key, name]))
  const rows = Array.from(names, ([key, name]) => {
    const values = columns.map((column) => column.find((one) => one.key === key)?.value ?? null)
    const isBest = findBest(bikes.map((bike) => ranks[key]?.(bike) ?? null))
    return {
      key,
      name,
      isName: isNaming(key),
      cells: values.map((value, index) => ({ value, isBest: isBest[index] === true })),
      bestWord: words[key] ?? '',
      isSame: !doValuesDiffer(values),
    }
  })
  return sortByDifference(rows)
}
