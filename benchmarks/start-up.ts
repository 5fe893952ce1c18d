// From `npm start`, with everything installed, to the first answered page.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from './measurement/ports.ts'

export type StartFigures = { newDatabaseSeconds: number; warmSeconds: number[] }

const once = async (dataDir: string): Promise<number> => {
  const [port, sandboxPort] = await freePorts(2)
  const beganAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const answered = async () => (await fetch(`http://localhost:${port}/`).catch(() => null))?.ok ?? false
  while (!(await answered())) await pause(10)
  const seconds = (performance.now() - beganAt) / 1000
  child.kill('SIGTERM')
  await ended
  return seconds
}

/** Starts the shop once with a new database and three times with that one. */
export const measureStart = async (): Promise<StartFigures> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-bench-'))
  try {
    const newDatabaseSeconds = await once(dataDir)
    const warmSeconds = [await once(dataDir), await once(dataDir), await once(dataDir)]
    return { newDatabaseSeconds, warmSeconds }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
