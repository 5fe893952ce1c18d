// How far the estimator is off, on bikes that it has not seen; `node benchmarks/price-estimates/accuracy.ts` prints the figures of docs/price.md.
import { measure } from './simulated-market.ts'

const markets = 20
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`.padStart(8)

const seeds = Array.from({ length: markets }, (_, at) => at + 1)
const { heldOut, covered, median, p80, p95, within, floor } = measure(seeds)
console.log(`${heldOut} held-out bikes of ${markets} markets`)
console.log(`median error                        ${percent(median)}`)
console.log(`80th percentile of the error        ${percent(p80)}`)
console.log(`95th percentile of the error        ${percent(p95)}`)
console.log(`median error of one who knew all    ${percent(floor)}`)
console.log(`had enough bikes like them          ${percent(covered)}`)
console.log(`asked within their range            ${percent(within)}`)
