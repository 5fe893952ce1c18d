// Global set-up: starts a temporary PostgreSQL with a migrated and seeded template database, which tests clone.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 } from 'uuid'
import type { TestProject } from 'vitest/node'
import { type HashingCost, hashPassword } from '#market/auth/password/hashing.ts'
import { appRole, createAppRole } from '#platform/database/app-role.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'
import { seedDatabase } from '#seed/seed.ts'

const root = join(import.meta.dirname, '../..')

const seededDatabase = 'motohaat_seeded'

// Temporary files are in memory where there is room: a run creates hundreds of databases of 600 files each.
const memoryRoot = '/dev/shm'
const namePattern = /^motohaat-tests-(\d+)-/
// A run has less than 1 GB at any time.
const minFreeBytes = 4 * 1024 ** 3

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const hasRoom = (): boolean => {
  try {
    accessSync(memoryRoot, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(memoryRoot)
    return Math.min(bavail * bsize, freemem()) >= minFreeBytes
  } catch {
    // Only Linux has this folder.
    return false
  }
}

/** Containers often forbid programs there, and tests run copies of PostgreSQL's. */
const mayRunPrograms = (folder: string): boolean => {
  const program = join(folder, 'probe')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** Removes the folders of runs of this user that were killed. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(memoryRoot)) {
    const pid = namePattern.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const folder = join(memoryRoot, name)
    if (statSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Makes a folder in memory the one of `tmpdir()` for this process and its children, until this process exits. Does nothing
 * where memory is short, on other systems than Linux, and when TMPDIR is set.
 */
const useMemoryForTempFiles = (): void => {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  removeAbandoned()
  const folder = mkdtempSync(join(memoryRoot, `motohaat-tests-${process.pid}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // As /tmp: PostgreSQL may run as another user.
  chmodSync(folder, 0o1777)
  if (mayRunPrograms(folder)) process.env['TMPDIR'] = folder
}

/** Tests hash thousands of passwords. A hash names its parameters, so the app verifies it as any other. */
export const testHashingCost: HashingCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** Creates the template database. */
const createTemplate = async (socketDir: string): Promise<void> => {
  const admin = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await admin.connect()
  try {
    // Databases are copied by the kernel, or share blocks with their template where the file system can.
    await admin.query('alter database postgres set file_copy_method = clone')
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
    await seedDatabase(db, { now: new Date(), createId, hash: (password) => hashPassword(password, testHashingCost) })
  } finally {
    await db.$client.end()
  }
}

export const setup = async (project: TestProject) => {
  useMemoryForTempFiles()
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
