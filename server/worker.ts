// One of several processes that serve the app. server/main.ts starts them when WORKERS is more than 1; they run no jobs but the one that
// writes what they counted.
import { z } from 'zod'
import { closeAll, type Resources } from '#platform/process/shutdown.ts'
import { readConfig } from '#platform/config/config.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { type Metrics, createMetrics } from '#platform/observability/metrics.ts'
import { connectReplica } from '#platform/database/replica-pool.ts'
import { runPeriodically } from '#platform/process/run-periodically.ts'
import { runWorkerProcess } from '#platform/cluster/worker-process.ts'
import { createDependencies } from './dependencies.ts'
import { createApp } from './app.ts'

/** What a worker needs to know of the primary process. */
const WorkerBootstrapSchema = z.object({
  primaryLocation: z.union([
    z.object({ socketDir: z.string(), database: z.string(), user: z.string().exactOptional() }),
    z.object({ url: z.string(), role: z.string().exactOptional(), poolerUrl: z.string().exactOptional() }),
  ]),
  connections: z.int(),
  sandbox: z.object({ url: z.string(), issuer: z.string(), outboxUrl: z.string() }).nullable(),
})
export type WorkerBootstrap = z.output<typeof WorkerBootstrapSchema>

type WorkerState = { resources: Resources; metrics: Metrics | null; update: (bootstrap: WorkerBootstrap) => void }

// What a process counted in memory is lost if it crashes.
const flushVisitsMs = 10_000

const log = (line: string): void => void process.stdout.write(`${line}\n`)

const start = async (
  running: WorkerState,
  { primaryLocation, connections, sandbox }: WorkerBootstrap,
): Promise<void> => {
  const config = readConfig()
  const { resources } = running
  const db = createDatabaseClient(primaryLocation, { connections, timeoutMs: config.databaseTimeoutMs, log })
  resources.push({ close: () => db.$client.end() })
  // The embedded PostgreSQL was restarted. New connections read the options of the pool, so they use the new socket.
  running.update = ({ primaryLocation: moved }) => {
    if ('socketDir' in moved) db.$client.options.host = moved.socketDir
  }
  const replica = connectReplica(config.scale.replicaUrl, { primary: db, primaryLocation, connections, log })
  if (replica) resources.push(replica)
  running.metrics = config.operations.metrics && createMetrics()
  const app = await createApp(createDependencies(config, { db, replica, sandbox, metrics: running.metrics, log }))
  resources.push(app)
  const visits = runPeriodically({ name: 'Counting visits', run: app.flushVisits, intervalMs: flushVisitsMs, log })
  resources.push({ close: visits.stop })
  await app.fastify.listen({ host: config.host, port: config.port })
  resources.push({ close: () => app.shutDown(config.operations.drainNoticeMs) })
}

if (import.meta.main) {
  const running: WorkerState = { resources: [], metrics: null, update: () => {} }
  runWorkerProcess({
    start: (bootstrap) => start(running, WorkerBootstrapSchema.parse(bootstrap)),
    update: (bootstrap) => running.update(WorkerBootstrapSchema.parse(bootstrap)),
    collectMetrics: async () => (await running.metrics?.getMetricsAsJSON()) ?? [],
    shutDown: () => closeAll(running.resources, log),
    log,
  })
}
