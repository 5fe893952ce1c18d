import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig, ConfigError } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const readScaleConfig = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }).scale

describe('scale settings', () => {
  test('default to one process, no replica and no pooler', () => {
    expect(readScaleConfig({})).toEqual({ workers: 1, replicaUrl: null, poolerUrl: null })
    const DATABASE_URL = 'postgres://shop@db.example/shop'
    const DATABASE_REPLICA_URL = 'postgres://shop@copy.example/shop'
    const DATABASE_POOLER_URL = 'postgres://shop@pooler.example/shop'
    expect(readScaleConfig({ WORKERS: '16', DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOLER_URL })).toEqual({
      workers: 16,
      replicaUrl: DATABASE_REPLICA_URL,
      poolerUrl: DATABASE_POOLER_URL,
    })
  })

  test.each([
    [{ WORKERS: '0' }, 'WORKERS must be a number of processes from 1 to 16.'],
    [{ WORKERS: '17' }, 'WORKERS must be a number of processes from 1 to 16.'],
    [{ WORKERS: 'all' }, 'WORKERS must be a number of processes from 1 to 16.'],
    [
      { DATABASE_REPLICA_URL: 'postgres://shop@copy.example/shop' },
      'DATABASE_URL must be set too, since DATABASE_REPLICA_URL is.',
    ],
    [
      { DATABASE_POOLER_URL: 'postgres://shop@pooler.example/shop' },
      'DATABASE_URL must be set too, since DATABASE_POOLER_URL is.',
    ],
  ])('%j stops the start', (env, sentence) => {
    expect(() => readScaleConfig(env)).toThrow(new ConfigError(sentence))
  })
})
