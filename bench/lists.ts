// Warm public lists beside a bare node:http server that sends the same bytes, turn by turn in one run.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'

export type ListFigures = {
  path: string
  bytes: number
  /** Requests per second of the shop over those of the bare server: the median of the turns, and the turns. */
  throughputRatio: number
  turns: number[]
  requestsPerSecond: { shop: number; bare: number }
  /** CPU of the server process for one request, in microseconds. */
  cpuMicroseconds: { shop: number; bare: number }
}

const turns = 5
const turnSeconds = 2
const connections = 20
const clockTicksPerSecond = 100

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** User and system time of a process so far, in microseconds. */
export const cpuOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond) * 1_000_000
}

type Turn = { perSecond: number; cpu: number }

const turnOf = async (url: string, pid: number): Promise<Turn> => {
  const before = await cpuOf(pid)
  const result = await autocannon({ url, connections, duration: turnSeconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered ${result.non2xx} refusals and ${result.errors} errors.`)
  return { perSecond: result.requests.average, cpu: ((await cpuOf(pid)) - before) / result.requests.total }
}

const startBare = async (file: string): Promise<{ process: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { process: child, url: `http://127.0.0.1:${port}/` }
}

/** Measures one list of a running shop; `shopUrl` must be its loopback address, `shopPid` its process. */
export const measureList = async (shopUrl: string, shopPid: number, path: string): Promise<ListFigures> => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  const file = join(folder, 'bytes')
  const bytes = Buffer.from(await (await fetch(`${shopUrl}${path}`)).arrayBuffer())
  await writeFile(file, bytes)
  const bare = await startBare(file)
  const shop: Turn[] = []
  const beside: Turn[] = []
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      shop.push(await turnOf(`${shopUrl}${path}`, shopPid))
      beside.push(await turnOf(bare.url, bare.process.pid ?? 0))
    }
  } finally {
    bare.process.kill()
    await rm(folder, { recursive: true, force: true })
  }
  const ratios = shop.map((turn, at) => turn.perSecond / (beside[at]?.perSecond ?? Number.NaN))
  return {
    path,
    bytes: bytes.length,
    throughputRatio: median(ratios),
    turns: ratios,
    requestsPerSecond: { shop: median(shop.map((t) => t.perSecond)), bare: median(beside.map((t) => t.perSecond)) },
    cpuMicroseconds: { shop: median(shop.map((t) => t.cpu)), bare: median(beside.map((t) => t.cpu)) },
  }
}
