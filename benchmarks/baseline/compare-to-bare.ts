// What is not kept ready, beside the least that could do the same: CPU for one answer, turn by turn in one run.
import { type ChildProcess, spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Ask, openAsking } from '#benchmarks/measurement/http-client.ts'
import { lookFurther } from '#benchmarks/load/user-actions.ts'
import { type LoadShop, withLoadShop } from '#benchmarks/load/benchmark-app.ts'
import type { Deed } from '#benchmarks/load/load-generator.ts'
import { measuredOn, type Section, table, writeSections } from '#benchmarks/report/performance-report.ts'
import { type Compared, compare } from '#benchmarks/measurement/compare.ts'

type Bare = { process: ChildProcess; ask: Ask; close: () => void }
type Beside = { what: string; atMost: string; compared: Compared }

const bikes = 10_000
// How many turns, and how many answers in each of them.
const whole = { turns: 9, lists: 600, homes: 200 }
const short = { turns: 3, lists: 200, homes: 60 }
type Size = typeof whole

const startBare = async (file: string, word: string): Promise<Bare> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), word], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { process: child, ...openAsking(`http://127.0.0.1:${port}`) }
}

const withBare = async <T>(file: string, word: string, use: (bare: Bare) => Promise<T>): Promise<T> => {
  const bare = await startBare(file, word)
  try {
    return await use(bare)
  } finally {
    bare.close()
    bare.process.kill()
  }
}

const besideList = (shop: LoadShop, size: Size): Promise<Beside> =>
  withBare('bare-list.ts', shop.socketDir, async (bare) => {
    const { postgres, shop: server } = shop.pids
    const [mine, theirs] = [await lookFurther(shop, shop.ask), await lookFurther(shop, bare.ask)]
    const compared = await compare(
      { deed: mine, pids: { server, postgres } },
      { deed: theirs, pids: { server: bare.process.pid ?? 0, postgres } },
      { turns: size.turns, deeds: size.lists, atOnce: 4 },
    )
    return { what: 'list of 100 bikes, server and PostgreSQL', atMost: '1.3', compared }
  })

/** Each time with another word behind it, so that no page is ready. */
const homeEachTimeNew = (ask: Ask): Deed => {
  let next = 0
  return async () => {
    next += 1
    return (await ask(`/?time=${next}`)).status
  }
}

const besideHome = (shop: LoadShop, size: Size): Promise<Beside> =>
  withBare('bare-home.ts', shop.origin, async (bare) => {
    const compared = await compare(
      { deed: homeEachTimeNew(shop.ask), pids: { server: shop.pids.shop, postgres: null } },
      { deed: homeEachTimeNew(bare.ask), pids: { server: bare.process.pid ?? 0, postgres: null } },
      { turns: size.turns, deeds: size.homes, atOnce: 4 },
    )
    return { what: 'home page, server', atMost: '1.5', compared }
  })

const row = ({ what, atMost, compared: { cpuRatio, turns: all, cpu } }: Beside): string[] => [
  what,
  `**${cpuRatio.toFixed(2)}** (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`,
  atMost,
  `${cpu.one.toFixed(0)} / ${cpu.other.toFixed(0)} µs`,
]

/** Measures the list and the home page that lie ready nowhere; `quick` takes fewer and shorter turns. */
export const measureBesideBare = async (quick: boolean): Promise<Section[]> => {
  const size = quick ? short : whole
  const loadBefore = loadavg()[0] ?? 0
  const beside = await withLoadShop({ bikes }, async (shop) => [
    await besideList(shop, size),
    await besideHome(shop, size),
  ])
  const text = `${measuredOn(loadBefore)}

The list beside \`node:http\` with the same rows by one prepared query through \`pg\` and \`JSON.stringify\`; the home page beside \`node:http\` that renders the same page's components over data that is there already. Every request is of an address that was not asked for before, for plain bytes. ${size.turns} turns each, in alternation, four at once.

${table(['answer', 'CPU, ratio', 'at most', 'CPU, shop / bare'], beside.map(row))}`
  return [{ title: 'Not ready, beside the bare thing', text }]
}

if (import.meta.main) {
  const sections = await measureBesideBare(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
