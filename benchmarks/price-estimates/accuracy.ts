// `node benchmarks/price-estimates/accuracy.ts`: prints the error of price estimates on held-out bikes, for docs/price.md.
import { measureOnMedians, measureShops } from './retained-values.ts'
import { measureAccuracy, quantile } from './simulated-market.ts'

const marketCount = 20
const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8)

const seeds = Array.from({ length: marketCount }, (_, at) => at + 1)
const { heldOut, covered, median, p80, p95, within, floor } = measureAccuracy(seeds)
console.log(`${heldOut} held-out bikes of ${marketCount} markets`)
console.log(`median error                        ${formatPercent(median)}`)
console.log(`80th percentile of the error        ${formatPercent(p80)}`)
console.log(`95th percentile of the error        ${formatPercent(p95)}`)
console.log(`median error of one who knew all    ${formatPercent(floor)}`)
console.log(`had enough comparable bikes         ${formatPercent(covered)}`)
console.log(`asked within their range            ${formatPercent(within)}`)

const medianErrors = measureOnMedians()
console.log(`\nretained values on ${medianErrors.length} held-out medians of advertisements`)
console.log(`median error                        ${formatPercent(quantile(medianErrors, 0.5))}`)
console.log(`80th percentile of the error        ${formatPercent(quantile(medianErrors, 0.8))}`)
for (const size of [66, 150, 300, 500, 1_000]) {
  const shop = measureShops(seeds, size)
  console.log(`\nshops of ${size} bikes`)
  console.log(
    `similar bikes, or a retained value  ${formatPercent(shop.withEstimate)} ${formatPercent(shop.withEither)}`,
  )
  console.log(`error of the retained value         ${formatPercent(shop.median)} ${formatPercent(shop.p80)}`)
  console.log(
    `baits caught, honest bikes flagged  ${formatPercent(shop.baitsCaught)} ${formatPercent(shop.honestFlagged)}`,
  )
}
