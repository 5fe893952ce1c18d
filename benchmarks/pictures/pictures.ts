// Benchmarks the CPU of an upload compared with sharp alone, and the latency of reads during uploads.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { blockOtherLoaders, computeDhash, decode, processImage } from '#market/pictures/image-worker.ts'
import { fixtures } from '#seed/fixtures.ts'
import { getCpuMicroseconds } from '#benchmarks/measurement/cpu.ts'
import { logInAs } from '#benchmarks/measurement/log-in.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { uploadOnce, type UploadTarget } from './uploader.ts'

export type PictureFigures = {
  /** Size of the uploaded file. */
  bytes: number
  megapixels: number
  /** CPU time of one upload (server and image worker), and of the same sharp calls alone, in milliseconds. */
  cpuMilliseconds: { upload: number; alone: number }
  cpuRatio: number
  rounds: number[]
  /** CPU time of the difference hash, which is a part of both, in milliseconds. */
  hashMilliseconds: number
  /** The 99th percentile of GET /api/allbikes at a steady rate, in milliseconds. */
  p99Milliseconds: { quiet: number; uploading: number }
  p99Ratio: number
  p99Rounds: number[]
}

const rounds = 5
const uploadsPerTurn = 3
const hashesPerRound = 20
const readRounds = 3
const readSeconds = 5
const readsPerSecond = 100
const uploaders = 4

/** Creates a photo-like JPEG of 12 megapixels and about 4 MB. */
const createPhoto = async (): Promise<Buffer> => {
  const noiseOptions = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const noise = await sharp({
    create: { width: 1000, height: 750, channels: 3, background: '#888', noise: noiseOptions },
  })
    .png()
    .toBuffer()
  return sharp(noise).resize(4000, 3000, { kernel: 'cubic' }).jpeg({ quality: 85 }).toBuffer()
}

/** The process and its children. */
const listProcessTree = async (pid: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(pids.map((one) => readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')))
  const parents = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  const commandLines = await Promise.all(pids.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')))
  return [
    pid,
    ...pids.filter((_, at) => parents[at] === pid && (commandLines[at] ?? '').includes('pictures/image-worker.ts')),
  ]
}

const getTreeCpuMs = async (pid: number): Promise<number> => {
  const microseconds = await Promise.all((await listProcessTree(pid)).map(getCpuMicroseconds))
  return microseconds.reduce((sum, one) => sum + one, 0) / 1_000
}

/** CPU time of the sharp calls alone, in milliseconds. */
const measureSharpAlone = async (photo: Buffer): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  try {
    const file = join(folder, 'original')
    await writeFile(file, photo)
    const before = process.cpuUsage()
    for (let times = 0; times < uploadsPerTurn; times += 1) await processImage({ file, folder })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** CPU time of the difference hash of a decoded picture, in milliseconds: median of the rounds. */
const measureHash = async (file: string): Promise<number> => {
  const { createPipeline } = await decode(file)
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    for (let hash = 0; hash < hashesPerRound; hash += 1) await computeDhash(createPipeline())
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000 / hashesPerRound)
  }
  return median(times.slice(1))
}

const measureCpu = async (pid: number, upload: () => Promise<void>, photo: Buffer) => {
  blockOtherLoaders()
  // Warm-up: the first upload starts the image worker, and both processes compile their code.
  await upload()
  await measureSharpAlone(photo)
  const sides = { upload: [] as number[], alone: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const before = await getTreeCpuMs(pid)
    for (let times = 0; times < uploadsPerTurn; times += 1) await upload()
    sides.upload.push((await getTreeCpuMs(pid)) - before)
    sides.alone.push(await measureSharpAlone(photo))
  }
  return { ...sides, ratios: sides.upload.map((cpu, at) => cpu / (sides.alone[at] ?? Number.NaN)) }
}

/** Requests the list at a steady rate, whether or not responses arrive in time; returns the p99 in milliseconds. */
const measureReads = async (origin: string): Promise<number> => {
  const beganAt = performance.now()
  const reads = Array.from({ length: readsPerSecond * readSeconds }, async (_, at) => {
    const dueMs = (at * 1_000) / readsPerSecond
    await pause(Math.max(1, dueMs - (performance.now() - beganAt)))
    const response = await fetch(`${origin}/api/allbikes`)
    await response.arrayBuffer()
    // Measured from the scheduled start, so that a stalled server does not hide its delay.
    return performance.now() - beganAt - dueMs
  })
  const times = (await Promise.all(reads)).toSorted((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/** Reads while another process uploads continuously. */
const measureReadsDuringUploads = async (uploading: UploadTarget): Promise<number> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'uploader.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  // Lower priority: real uploaders do not share the server's CPU.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  child.stdin.end(JSON.stringify({ ...uploading, uploaders }))
  // The process writes a line after its first upload.
  await once(child.stdout, 'data')
  const p99 = await measureReads(uploading.origin)
  child.kill()
  await ended
  return p99
}

type MeasuredApp = {
  /** Its loopback address. */
  origin: string
  /** The address that people call it by; others log nobody in. */
  publicUrl: string
  pid: number
}

/** Measures a running app with demonstration data. */
export const measurePictures = async ({ origin, publicUrl, pid }: MeasuredApp): Promise<PictureFigures> => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  const photo = await createPhoto()
  const file = join(folder, 'photo.jpg')
  await writeFile(file, photo)
  const { token } = await logInAs(fixtures.rahim.email, { url: origin, origin: publicUrl })
  const cpu = await measureCpu(pid, () => uploadOnce({ origin, token }, photo), photo)
  const hashMilliseconds = await measureHash(file)
  await measureReads(origin)
  const p99 = { quiet: [] as number[], uploading: [] as number[] }
  // The number of unused pictures per seller is limited, so each round uses another seller.
  for (const seller of [fixtures.farhana, fixtures.tanvir, fixtures.nusrat].slice(0, readRounds)) {
    const { token } = await logInAs(seller.email, { url: origin, origin: publicUrl })
    p99.quiet.push(await measureReads(origin))
    p99.uploading.push(await measureReadsDuringUploads({ origin, token, file }))
  }
  await rm(folder, { recursive: true, force: true })
  const p99Rounds = p99.uploading.map((one, at) => one / (p99.quiet[at] ?? Number.NaN))
  return {
    bytes: photo.length,
    megapixels: 12,
    cpuMilliseconds: { upload: median(cpu.upload) / uploadsPerTurn, alone: median(cpu.alone) / uploadsPerTurn },
    cpuRatio: median(cpu.ratios),
    rounds: cpu.ratios,
    hashMilliseconds,
    p99Milliseconds: { quiet: median(p99.quiet), uploading: median(p99.uploading) },
    p99Ratio: median(p99Rounds),
    p99Rounds,
  }
}
