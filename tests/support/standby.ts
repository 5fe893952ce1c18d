// A streaming replica of a running PostgreSQL, created as pg_basebackup does, which the npm package lacks.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { type Cluster, startPostgres } from '#platform/embedded-postgres/postgres.ts'

const BackupStopRows = z.tuple([z.object({ labelfile: z.string() })])

// Files of the running server; the WAL is streamed from the start of the copy.
const isServerFile = (name: string): boolean =>
  ['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_stat_tmp'].includes(name)

const copyData = (from: string, to: string): void => {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) {
    if (!isServerFile(name)) cpSync(join(from, name), join(to, name), { recursive: true, force: true })
  }
  for (const name of ['pg_wal', 'pg_replslot', 'pg_stat_tmp']) mkdirSync(join(to, name), { mode: 0o700 })
}

/** Settings of the standby: its primary and its name. */
const createStandbyConfig = (socketDir: string, name: string): string =>
  [
    `primary_conninfo = 'host=${socketDir} user=postgres application_name=${name}'`,
    `primary_slot_name = '${name}'`,
    `hot_standby_feedback = on`,
    `synchronous_standby_names = ''`,
    '',
  ].join('\n')

/**
 * Creates and starts a standby of the server whose data is in `dataDir`. The primary retains WAL for it in a replication slot
 * of this name until the slot is dropped.
 */
export const createStandby = async (options: {
  primary: Cluster
  /** Data folders of the primary and of the standby. */
  dataDir: string
  standbyDir: string
  name: string
  durable?: boolean
}): Promise<Cluster> => {
  const { primary, dataDir, standbyDir, name, durable = true } = options
  const client = new pg.Client({ host: primary.socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    await client.query(`select pg_create_physical_replication_slot($1, true)`, [name])
    await client.query(`select pg_backup_start($1, true)`, [name])
    copyData(dataDir, standbyDir)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(standbyDir, 'backup_label'), BackupStopRows.parse(rows)[0].labelfile)
  } finally {
    await client.end()
  }
  writeFileSync(join(standbyDir, 'postgresql.auto.conf'), createStandbyConfig(primary.socketDir, name))
  writeFileSync(join(standbyDir, 'standby.signal'), '')
  return startPostgres({ dataDir: standbyDir, durable })
}

/** Drops the replication slot of a removed standby. */
export const dropStandbySlot = async ({ socketDir }: Cluster, name: string): Promise<void> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    await client.query(`select pg_drop_replication_slot($1)`, [name])
  } finally {
    await client.end()
  }
}
