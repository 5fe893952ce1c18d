// How much two processes of one machine do beside one, and what the cores were busy with meanwhile.
import { loadavg } from 'node:os'
import autocannon from 'autocannon'
import { z } from 'zod'
import { cast, demoPassword } from '#seed/fixtures.ts'
import { postgresPid, startShop } from '#tests/support/server-process.ts'
import { cpuOf, cpuOfFamily } from '#benchmarks/measurement/cpu.ts'
import { withFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { measuredOn, type Section, table } from '#benchmarks/report/performance-report.ts'
import { freePorts } from '#benchmarks/measurement/ports.ts'

const Token = z.object({ token: z.string() })

/** A token of Karim's, which lives for five minutes: longer than the turns of one list. */
const logIn = async (url: string, origin: string): Promise<string> => {
  const headers = { 'content-type': 'application/json', origin }
  const { email } = cast.karim
  const body = JSON.stringify({ email, password: demoPassword })
  const entered = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const asked = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ email }) }
  return Token.parse(await (await fetch(`${url}/api/jwt`, asked)).json()).token
}

const logInAgain = async (sides: Side[]): Promise<void> => {
  for (const side of sides) side.token = await logIn(side.url, side.origin)
}

/** In one second of one side: requests, and microseconds of CPU by whom. */
type Turn = { perSecond: number; served: number; database: number; asked: number }
type Side = { url: string; pid: number; postgres: number; origin: string; token: string }
type Compared = { what: string; one: Turn[]; two: Turn[] }

const turnSeconds = 3
const connections = 20
const path = '/api/allbikes'
const lists = [
  { what: 'warm list, ready bytes', isOwn: false },
  // What a person is shown who is logged in is never kept: PostgreSQL is asked each time.
  { what: 'list of somebody who is logged in', isOwn: true },
]

const withShop = <T>(workers: number, use: (side: Side) => Promise<T>): Promise<T> =>
  withFolder(async (dataDir) => {
    const [port, sandboxPort] = await freePorts(2)
    const shop = await startShop({
      WORKERS: String(workers),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LIMITS_FACTOR: '100000',
    })
    try {
      const pid = shop.process.pid ?? 0
      const url = `http://127.0.0.1:${port}`
      return await use({ url, pid, postgres: postgresPid(dataDir), origin: shop.url, token: '' })
    } finally {
      shop.process.kill('SIGTERM')
      await shop.ended
    }
  })

const spent = async ({ pid, postgres }: Side) => {
  // The server of PostgreSQL is a child of the first process too; its own children are not.
  const [family, server, database] = [await cpuOfFamily(pid), await cpuOf(postgres), await cpuOfFamily(postgres)]
  const { user, system } = process.cpuUsage()
  return { served: family - server, database, asked: user + system }
}

const turnOf = async (side: Side, isOwn: boolean): Promise<Turn> => {
  const before = await spent(side)
  const headers = isOwn ? { authorization: `Bearer ${side.token}` } : {}
  const result = await autocannon({ url: `${side.url}${path}`, headers, connections, duration: turnSeconds })
  const after = await spent(side)
  if (result.errors > 0 || result['4xx'] > 0)
    throw new Error(`${side.url} refused ${result['4xx']} and broke ${result.errors}.`)
  const each = (what: 'served' | 'database' | 'asked') => (after[what] - before[what]) / turnSeconds
  const perSecond = result['2xx'] / turnSeconds
  return { perSecond, served: each('served'), database: each('database'), asked: each('asked') }
}

const compareAll = (turns: number): Promise<Compared[]> =>
  withShop(1, (one) =>
    withShop(2, async (two) => {
      const all: Compared[] = []
      for (const { what, isOwn } of lists) {
        await logInAgain([one, two])
        const compared: Compared = { what, one: [], two: [] }
        for (let turn = 0; turn <= turns; turn += 1) {
          const [ofOne, ofTwo] = [await turnOf(one, isOwn), await turnOf(two, isOwn)]
          // The first of each warms up.
          if (turn > 0) compared.one.push(ofOne)
          if (turn > 0) compared.two.push(ofTwo)
        }
        all.push(compared)
      }
      return all
    }),
  )

const who = ['served', 'database', 'asked'] as const

/** Microseconds of CPU for one request, by whom. */
const each = (turns: Turn[]): Record<(typeof who)[number], number> => {
  const of = (what: (typeof who)[number]) => median(turns.map((one) => one[what] / one.perSecond))
  return { served: of('served'), database: of('database'), asked: of('asked') }
}

const inWords = (turns: Turn[]): string => {
  const cpu = each(turns)
  return who.map((one) => cpu[one].toFixed(0)).join(' + ')
}

/** One process fills one core with serving; two cores together bear all that a request costs. */
const mostOf = (turns: Turn[]): number => {
  const { served, database, asked } = each(turns)
  return Math.min(2, (2 * served) / (served + database + asked))
}

const row = ({ what, one, two }: Compared): string[] => {
  const ratios = two.map(({ perSecond }, at) => perSecond / (one[at]?.perSecond ?? Number.NaN))
  const rate = (turns: Turn[]) => median(turns.map(({ perSecond }) => perSecond)).toFixed(0)
  return [
    what,
    `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    '1.7',
    mostOf(one).toFixed(2),
    `${rate(two)} / ${rate(one)}`,
    `${inWords(one)} µs`,
    `${inWords(two)} µs`,
  ]
}

/** Measures it; `quick` takes fewer turns. */
export const measureWorkers = async (quick: boolean): Promise<Section> => {
  const loadBefore = loadavg()[0] ?? 0
  const compared = await compareAll(quick ? 3 : 5)
  const text = `${measuredOn(loadBefore)}

Two shops are open side by side, \`WORKERS=1\` and \`WORKERS=2\`, each with its own PostgreSQL; turns of ${turnSeconds} seconds in alternation over ${connections} connections. The last columns say what a request costs: serving, PostgreSQL, and the load itself, which all share the machine's cores. So two processes cannot do twice as much here as one that fills a core: what two cores give at most is twice the cost of serving over the cost of everything. Where a request costs two processes no more than one, two processes do twice as much on cores of their own. On a machine that is busy with other work the ratio says little, since two processes also get twice as many turns as one.

${table(['answer', 'throughput, ratio', 'at least', 'two cores give at most', 'requests/s, two / one', 'CPU each, one process', 'CPU each, two'], compared.map(row))}`
  return { title: 'Two processes beside one', text }
}
