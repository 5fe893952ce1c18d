// Warm public lists and pages beside a bare node:http server that sends the same bytes, turn by turn in one run.
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { cpuOf } from '#benchmarks/measurement/cpu.ts'
import { withFolder } from '#benchmarks/measurement/temporary-folder.ts'

export type ListFigures = {
  path: string
  /** The throughput that it must reach, as a ratio. */
  atLeast: number
  bytes: number
  /** Requests per second of the shop over those of the bare server: the median of the turns, and the turns. */
  throughputRatio: number
  turns: number[]
  /** The same beside a bare server that sends the shop's headers too, safety and cache. */
  sameHeadersRatio: number
  requestsPerSecond: { shop: number; bare: number }
  /** CPU of the server process for one request, in microseconds. */
  cpuMicroseconds: { shop: number; bare: number }
}

const turns = 9
const quickTurns = 3
const turnSeconds = 2
const connections = 20

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

// Node writes these itself, and what fetch has unpacked is no longer packed.
const ofConnection = new Set(['connection', 'keep-alive', 'date', 'content-length', 'content-encoding'])

type Turn = { perSecond: number; cpu: number }

const turnOf = async (url: string, pid: number): Promise<Turn> => {
  const before = await cpuOf(pid)
  const result = await autocannon({ url, connections, duration: turnSeconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} refusals and ${result.errors} errors.`)
  return { perSecond: result.requests.average, cpu: ((await cpuOf(pid)) - before) / result.requests.total }
}

const startBare = async (...files: string[]): Promise<{ process: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { process: child, url: `http://127.0.0.1:${port}/` }
}

/** Measures one list or page of a running shop; `url` must be its loopback address, `pid` its process. */
export const measureList = async (asked: {
  url: string
  pid: number
  path: string
  /** The throughput that it must reach, as a ratio. */
  atLeast: number
  /** Fewer turns. */
  quick: boolean
}): Promise<ListFigures> => {
  const { url, pid, path, atLeast, quick } = asked
  const [shop, beside, withHeaders]: [Turn[], Turn[], Turn[]] = [[], [], []]
  // The first answer is made, the next one comes from the shelf.
  await (await fetch(`${url}${path}`)).arrayBuffer()
  const answer = await fetch(`${url}${path}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofConnection.has(name)))
  await withFolder(async (folder) => {
    const file = join(folder, 'bytes')
    await writeFile(file, bytes)
    const headersFile = join(folder, 'headers.json')
    await writeFile(headersFile, JSON.stringify(headers))
    const bare = await startBare(file)
    const alike = await startBare(file, headersFile)
    try {
      for (let turn = 0; turn < (quick ? quickTurns : turns); turn += 1) {
        shop.push(await turnOf(`${url}${path}`, pid))
        beside.push(await turnOf(bare.url, bare.process.pid ?? 0))
        withHeaders.push(await turnOf(alike.url, alike.process.pid ?? 0))
      }
    } finally {
      bare.process.kill()
      alike.process.kill()
    }
  })
  const ratiosTo = (others: Turn[]) => shop.map((turn, at) => turn.perSecond / (others[at]?.perSecond ?? Number.NaN))
  const ratios = ratiosTo(beside)
  return {
    path,
    atLeast,
    bytes: bytes.length,
    throughputRatio: median(ratios),
    turns: ratios,
    sameHeadersRatio: median(ratiosTo(withHeaders)),
    requestsPerSecond: { shop: median(shop.map((t) => t.perSecond)), bare: median(beside.map((t) => t.perSecond)) },
    cpuMicroseconds: { shop: median(shop.map((t) => t.cpu)), bare: median(beside.map((t) => t.cpu)) },
  }
}
