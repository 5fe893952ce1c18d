// Benchmarks cached lists and pages against a bare node:http server that sends the same bytes, in alternating rounds.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCpuMicroseconds } from '#benchmarks/measurement/cpu.ts'
import { loadAutocannon } from '#benchmarks/measurement/load-autocannon.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'

export type ListFigures = {
  path: string
  /** Minimum throughput as a ratio to the bare server. */
  minRatio: number
  bytes: number
  /** Requests per second of the app divided by those of the bare server: median, and all rounds. */
  throughputRatio: number
  rounds: number[]
  /** The same, compared with a bare server that also sends the app's security and cache headers. */
  sameHeadersRatio: number
  requestsPerSecond: { app: number; bare: number }
  /** CPU time of the server process per request, in microseconds. */
  cpuMicroseconds: { app: number; bare: number }
}

const rounds = 9
const quickRounds = 3
const roundSeconds = 2
const connections = 20

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

// Node writes these itself, and fetch has decompressed the body.
const connectionHeaders = new Set(['connection', 'keep-alive', 'date', 'content-length', 'content-encoding'])

type Round = { perSecond: number; cpu: number }

const measureRound = async (url: string, pid: number): Promise<Round> => {
  const autocannon = await loadAutocannon()
  const before = await getCpuMicroseconds(pid)
  const result = await autocannon({ url, connections, duration: roundSeconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} returned ${result.non2xx} error responses and ${result.errors} connection errors.`)
  return { perSecond: result.requests.average, cpu: ((await getCpuMicroseconds(pid)) - before) / result.requests.total }
}

const startBareServer = async (...files: string[]): Promise<{ process: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { process: child, url: `http://127.0.0.1:${port}/` }
}

/** Measures one list or page of a running app; `url` must be its loopback address, `pid` its process. */
export const measureList = async (options: {
  url: string
  pid: number
  path: string
  /** Minimum throughput as a ratio to the bare server. */
  minRatio: number
  /** Runs fewer rounds. */
  quick: boolean
}): Promise<ListFigures> => {
  const { url, pid, path, minRatio, quick } = options
  const [appRounds, bareRounds, sameHeadersRounds]: [Round[], Round[], Round[]] = [[], [], []]
  // The first request fills the cache, the next one is served from it.
  await (await fetch(`${url}${path}`)).arrayBuffer()
  const response = await fetch(`${url}${path}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !connectionHeaders.has(name)))
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'bytes')
    await writeFile(file, bytes)
    const headersFile = join(folder, 'headers.json')
    await writeFile(headersFile, JSON.stringify(headers))
    const bare = await startBareServer(file)
    const sameHeadersServer = await startBareServer(file, headersFile)
    try {
      for (let round = 0; round < (quick ? quickRounds : rounds); round += 1) {
        appRounds.push(await measureRound(`${url}${path}`, pid))
        bareRounds.push(await measureRound(bare.url, bare.process.pid ?? 0))
        sameHeadersRounds.push(await measureRound(sameHeadersServer.url, sameHeadersServer.process.pid ?? 0))
      }
    } finally {
      bare.process.kill()
      sameHeadersServer.process.kill()
    }
  })
  const toRatios = (others: Round[]) =>
    appRounds.map((round, at) => round.perSecond / (others[at]?.perSecond ?? Number.NaN))
  const ratios = toRatios(bareRounds)
  return {
    path,
    minRatio,
    bytes: bytes.length,
    throughputRatio: median(ratios),
    rounds: ratios,
    sameHeadersRatio: median(toRatios(sameHeadersRounds)),
    requestsPerSecond: {
      app: median(appRounds.map((t) => t.perSecond)),
      bare: median(bareRounds.map((t) => t.perSecond)),
    },
    cpuMicroseconds: { app: median(appRounds.map((t) => t.cpu)), bare: median(bareRounds.map((t) => t.cpu)) },
  }
}
