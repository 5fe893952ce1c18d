// One of several processes that serve the shop. server/main.ts opens them when WORKERS is more than 1; they do no jobs.
import { z } from 'zod'
import { closeAll, type Opened } from '#platform/process/shutdown.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/database/database.ts'
import { type Metrics, openMetrics } from '#platform/observability/metrics.ts'
import { openReplicaAt } from '#platform/database/replica-pool.ts'
import { serveAsWorker } from '#platform/cluster/worker-process.ts'
import { fittingsOf } from './dependencies.ts'
import { openShop } from './app.ts'

/** What the first process tells of what it opened. */
const Ground = z.object({
  where: z.union([
    z.object({ socketDir: z.string(), database: z.string(), user: z.string().exactOptional() }),
    z.object({ url: z.string(), role: z.string().exactOptional() }),
  ]),
  connections: z.int(),
  sandbox: z.object({ url: z.string(), issuer: z.string(), outboxUrl: z.string() }).nullable(),
})
export type Ground = z.output<typeof Ground>

type Running = { opened: Opened; metrics: Metrics | null; moveTo: (socketDir: string) => void }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const open = async (running: Running, { where, connections, sandbox }: Ground): Promise<void> => {
  const config = readConfig()
  const { opened } = running
  const db = openDatabase(where, { connections, say })
  opened.push({ close: () => db.$client.end() })
  // New connections read the pool's options: they find the server at its new socket.
  running.moveTo = (socketDir) => void (db.$client.options.host = socketDir)
  const replica = openReplicaAt(config.scale.replicaUrl, { primary: db, where, connections, say })
  if (replica) opened.push(replica)
  running.metrics = config.operations.metrics && openMetrics()
  const shop = await openShop(fittingsOf(config, { db, replica, sandbox, metrics: running.metrics, say }))
  opened.push(shop)
  await shop.app.listen({ host: config.host, port: config.port })
  opened.push({ close: () => shop.leave(config.operations.drainNoticeMs) })
}

if (import.meta.main) {
  const running: Running = { opened: [], metrics: null, moveTo: () => {} }
  serveAsWorker({
    open: (ground) => open(running, Ground.parse(ground)),
    moved: (socketDir) => running.moveTo(socketDir),
    measure: async () => (await running.metrics?.getMetricsAsJSON()) ?? [],
    leave: () => closeAll(running.opened, say),
    say,
  })
}
