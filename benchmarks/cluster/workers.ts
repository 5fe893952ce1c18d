// Throughput of two worker processes compared with one, and the CPU time by component.
import { loadavg } from 'node:os'
import { fixtures } from '#seed/fixtures.ts'
import { getPostgresPid, startServer } from '#tests/support/server-process.ts'
import { getCpuMicroseconds, getTreeCpuMicroseconds } from '#benchmarks/measurement/cpu.ts'
import { loadAutocannon } from '#benchmarks/measurement/load-autocannon.ts'
import { logInAs } from '#benchmarks/measurement/log-in.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { describeRun, type Section, toMarkdownTable } from '#benchmarks/report/performance-report.ts'
import { findFreePorts } from '#benchmarks/measurement/ports.ts'

/** Karim's access token, which lives five minutes: longer than the rounds of one list. */
const fetchToken = async (url: string, origin: string): Promise<string> =>
  (await logInAs(fixtures.karim.email, { url, origin })).token

const renewTokens = async (sides: Side[]): Promise<void> => {
  for (const side of sides) side.token = await fetchToken(side.url, side.origin)
}

/** Requests per second, and microseconds of CPU per second by component. */
type Round = { perSecond: number; served: number; database: number; loadGenerator: number }
type Side = { url: string; pid: number; postgres: number; origin: string; token: string }
type ProcessComparison = { what: string; one: Round[]; two: Round[] }

const roundSeconds = 3
const connections = 20
const path = '/api/allbikes'
const lists = [
  { what: 'cached list', isOwn: false },
  // Responses to signed-in members are never cached: each needs a query.
  { what: 'list of a signed-in member', isOwn: true },
]

const withApp = <T>(workers: number, use: (side: Side) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (dataDir) => {
    const [port, sandboxPort] = await findFreePorts(2)
    const app = await startServer({
      WORKERS: String(workers),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LIMITS_FACTOR: '100000',
    })
    try {
      const pid = app.process.pid ?? 0
      const url = `http://127.0.0.1:${port}`
      return await use({ url, pid, postgres: getPostgresPid(dataDir), origin: app.url, token: '' })
    } finally {
      app.process.kill('SIGTERM')
      await app.exited
    }
  })

const getCpu = async ({ pid, postgres }: Side) => {
  // PostgreSQL is a child of the primary process; its own children are not counted there.
  const [family, server, database] = [
    await getTreeCpuMicroseconds(pid),
    await getCpuMicroseconds(postgres),
    await getTreeCpuMicroseconds(postgres),
  ]
  const { user, system } = process.cpuUsage()
  return { served: family - server, database, loadGenerator: user + system }
}

const measureRound = async (side: Side, isOwn: boolean): Promise<Round> => {
  const autocannon = await loadAutocannon()
  const before = await getCpu(side)
  const headers: Record<string, string> = isOwn ? { authorization: `Bearer ${side.token}` } : {}
  const result = await autocannon({ url: `${side.url}${path}`, headers, connections, duration: roundSeconds })
  const after = await getCpu(side)
  if (result.errors > 0 || result['4xx'] > 0)
    throw new Error(`${side.url} returned ${result['4xx']} 4xx responses and ${result.errors} connection errors.`)
  const toRate = (what: 'served' | 'database' | 'loadGenerator') => (after[what] - before[what]) / roundSeconds
  const perSecond = result['2xx'] / roundSeconds
  return { perSecond, served: toRate('served'), database: toRate('database'), loadGenerator: toRate('loadGenerator') }
}

const compareAll = (rounds: number): Promise<ProcessComparison[]> =>
  withApp(1, (one) =>
    withApp(2, async (two) => {
      const all: ProcessComparison[] = []
      for (const { what, isOwn } of lists) {
        await renewTokens([one, two])
        const compared: ProcessComparison = { what, one: [], two: [] }
        for (let round = 0; round <= rounds; round += 1) {
          const [ofOne, ofTwo] = [await measureRound(one, isOwn), await measureRound(two, isOwn)]
          // The first round of each is warm-up.
          if (round > 0) compared.one.push(ofOne)
          if (round > 0) compared.two.push(ofTwo)
        }
        all.push(compared)
      }
      return all
    }),
  )

const cpuUsers = ['served', 'database', 'loadGenerator'] as const

/** Microseconds of CPU per request, by component. */
const getCpuPerRequest = (rounds: Round[]): Record<(typeof cpuUsers)[number], number> => {
  const getMedianCpu = (what: (typeof cpuUsers)[number]) => median(rounds.map((one) => one[what] / one.perSecond))
  return {
    served: getMedianCpu('served'),
    database: getMedianCpu('database'),
    loadGenerator: getMedianCpu('loadGenerator'),
  }
}

const formatCpu = (rounds: Round[]): string => {
  const cpu = getCpuPerRequest(rounds)
  return cpuUsers.map((one) => cpu[one].toFixed(0)).join(' + ')
}

/** Maximum throughput ratio on two cores: one process fills one core, and two cores share the total cost of a request. */
const getMaxRatio = (rounds: Round[]): number => {
  const { served, database, loadGenerator } = getCpuPerRequest(rounds)
  return Math.min(2, (2 * served) / (served + database + loadGenerator))
}

const toRow = ({ what, one, two }: ProcessComparison): string[] => {
  const ratios = two.map(({ perSecond }, at) => perSecond / (one[at]?.perSecond ?? Number.NaN))
  const rate = (rounds: Round[]) => median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)
  return [
    what,
    `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    '1.7',
    getMaxRatio(one).toFixed(2),
    `${rate(two)} / ${rate(one)}`,
    `${formatCpu(one)} µs`,
    `${formatCpu(two)} µs`,
  ]
}

/** Compares one and two processes; `quick` runs fewer rounds. */
export const measureWorkers = async (quick: boolean): Promise<Section> => {
  const loadBefore = loadavg()[0] ?? 0
  const compared = await compareAll(quick ? 3 : 5)
  const text = `${describeRun(loadBefore)}

Two apps run side by side, \`WORKERS=1\` and \`WORKERS=2\`, each with its own PostgreSQL; rounds of ${roundSeconds} seconds, in alternation, over ${connections} connections. The last columns are the CPU of one request: server + PostgreSQL + load generator, which share the machine's cores. So two processes cannot serve twice as much here: the maximum is twice the server's cost over the total cost. Where a request costs two processes no more than one, two processes serve twice as much on separate cores. On a busy machine the ratio says little, since two processes also get twice as much CPU time as one.

${toMarkdownTable(['response', 'throughput, ratio', 'at least', 'maximum on two cores', 'requests/s, two / one', 'CPU each, one process', 'CPU each, two'], compared.map(toRow))}`
  return { title: 'Two processes compared with one', text }
}
