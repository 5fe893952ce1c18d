import { join } from 'node:path'
import { resolveConfig } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'

test('pages are built for production, whatever NODE_ENV is', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_ENV', 'development')
  const configFile = join(import.meta.dirname, '../vite.config.ts')
  expect((await resolveConfig({ configFile, logLevel: 'silent' }, 'build')).isProduction).toBe(true)
})
