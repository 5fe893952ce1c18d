// `node benchmarks/publishing/rules.ts`: the CPU time of the rules of publishing for one advertisement.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scoreAdvertisement } from '#market/publishing/fraud-rules.ts'

/** What an advertisement may take, in ms of CPU. */
const maxMs = 2
const rounds = 5

const folder = join(import.meta.dirname, '../../tests/support/publishing')
const texts = ['scams', 'scams-held-back', 'honest', 'honest-held-back'].flatMap((name) =>
  readFileSync(join(folder, `${name}.txt`), 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' | ')[1] ?? []),
)
// As long as the longest descriptions.
const longTexts = texts.map((_, index) =>
  Array.from({ length: 12 }, (_unused, next) => texts[(index + next) % texts.length]).join(' '),
)

const evidence = {
  thisYear: 2026,
  usualPriceTaka: 150_000,
  isTextOfAnother: false,
  pictureOfAnother: null,
  isFirstOfNewAccount: true,
  isMechanicSeller: false,
  isNumberOfRemoved: false,
  districtsApartKm: 12,
  numberOfAnother: null,
  isReportedStolen: false,
}

/** The CPU milliseconds of one advertisement, on average. */
const measure = (all: readonly string[]): number => {
  const run = (count: number): void => {
    for (let round = 0; round < count; round += 1)
      for (const description of all) {
        const numbers = { priceTaka: 140_000, originalPriceTaka: 239_950, year: 2021, kilometres: 21_000 }
        scoreAdvertisement({ name: 'Suzuki Gixxer 155', description, ...numbers }, evidence)
      }
  }
  // The first round compiles.
  run(1)
  const before = process.cpuUsage()
  run(rounds)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (rounds * all.length)
}

for (const [name, all] of [
  ['as written', texts],
  ['twelve in one', longTexts],
] as const)
  console.log(`${name}: ${measure(all).toFixed(3)} ms of CPU, at most ${maxMs} ms`)
