// Time from `npm start`, with everything installed, to the first page response.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePorts } from './measurement/ports.ts'

export type StartFigures = { newDatabaseSeconds: number; warmSeconds: number[] }

const measureOnce = async (dataDir: string): Promise<number> => {
  const [port, sandboxPort] = await findFreePorts(2)
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const isAnswered = async () => (await fetch(`http://localhost:${port}/`).catch(() => null))?.ok ?? false
  while (!(await isAnswered())) await pause(10)
  const seconds = (performance.now() - startedAt) / 1000
  child.kill('SIGTERM')
  await ended
  return seconds
}

/** Starts the server once with a new database and three times with the same one. Times are in seconds. */
export const measureStart = async (): Promise<StartFigures> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  try {
    const newDatabaseSeconds = await measureOnce(dataDir)
    const warmSeconds = [await measureOnce(dataDir), await measureOnce(dataDir), await measureOnce(dataDir)]
    return { newDatabaseSeconds, warmSeconds }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
