// `npm run cluster`: starts the cluster in a temporary folder and serves until Ctrl-C.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster.ts'
import { findPrograms } from './find-programs.ts'

const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })

const serve = async (): Promise<void> => {
  const programs = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-cluster-'))
  console.log(`Files and logs are in ${folder}, until the end.`)
  const ended = waitForSignal()
  try {
    const cluster = await startCluster(programs, { folder, log: (line) => console.log(line) })
    console.log(`The shop is at ${cluster.url}; trust ${cluster.caddy.certificateFile}.`)
    for (const name of ['DATABASE_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL', 'S3_ENDPOINT'])
      console.log(`${name}=${cluster.settings[name]}`)
    await ended
    console.log('Stopping…')
    await cluster.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
