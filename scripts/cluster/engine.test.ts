// Programs that are started, killed and started again.
// @module-tag processes
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#tests/support/ports/free-port.ts'
import { answers, createEngine } from './engine.ts'

const createTempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-engine-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const createWebServer = (port: number) => {
  const code = `require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1')`
  const engine = createEngine({
    name: 'the web server',
    folder: createTempFolder(),
    command: [process.execPath, '-e', code],
    isReady: () => answers(`http://127.0.0.1:${port}/`),
  })
  onTestFinished(() => engine.kill())
  return engine
}

test('a program that was killed is away, and answers at the same port when it is started again', async () => {
  const port = await findFreePort()
  const engine = createWebServer(port)
  await engine.start()
  expect(await answers(`http://127.0.0.1:${port}/`)).toBe(true)
  await engine.kill()
  await expect(answers(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  await engine.start()
  expect(await answers(`http://127.0.0.1:${port}/`)).toBe(true)
  await engine.stop()
  await expect(answers(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('a program that ends at once is named with what it wrote last', async () => {
  const engine = createEngine({
    name: 'the database',
    folder: createTempFolder(),
    command: [process.execPath, '-e', `console.error('The port is taken.'); process.exit(1)`],
    isReady: async () => false,
  })
  await expect(engine.start()).rejects.toThrow(/^the database did not start:\nThe port is taken\.\n$/)
})
