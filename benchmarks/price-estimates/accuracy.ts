// `node benchmarks/price-estimates/accuracy.ts`: prints the error of price estimates on held-out bikes, for docs/price.md.
import { measureAccuracy } from './simulated-market.ts'

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
