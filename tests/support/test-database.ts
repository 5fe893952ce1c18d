// Global set-up: starts a temporary PostgreSQL with a migrated and seeded template database, which tests clone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 } from 'uuid'
import type { TestProject } from 'vitest/node'
import { hashPassword } from '#market/auth/password/provider.ts'
import { appRole, createAppRole } from '#platform/database/app-role.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { seedDatabase } from '#seed/seed.ts'

const root = join(import.meta.dirname, '../..')

const seededDatabase = 'motohaat_seeded'

/** Creates the template database. */
const createTemplate = async (socketDir: string): Promise<void> => {
  const admin = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(`create database ${seededDatabase}`)
    await createAppRole(admin)
  } finally {
    await admin.end()
  }
  const owner = createDatabaseClient({ socketDir, database: seededDatabase }, { connections: 1, timeoutMs: 60_000 })
  try {
    await migrate(owner.$client, join(root, 'migrations'))
  } finally {
    await owner.$client.end()
  }
  // After the migrations everything uses the app's role, as in production.
  const db = createDatabaseClient({ socketDir, database: seededDatabase, user: appRole }, { timeoutMs: 60_000 })
  try {
    const createId = (at?: Date) => (at ? v7({ msecs: at.getTime() }) : v7())
    await seedDatabase(db, { now: new Date(), createId, hash: hashPassword })
  } finally {
    await db.$client.end()
  }
}

export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-postgres-'))
  const cluster = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
  const teardown = async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await createTemplate(cluster.socketDir).catch(async (error: unknown) => {
    await teardown()
    throw error
  })
  project.provide('postgresSocketDir', cluster.socketDir)
  return teardown
}
