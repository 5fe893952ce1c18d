// @module-tag processes
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeUnsupportedSystem } from './supported-systems.mjs'

test.each([
  ['linux', 'x64', '20.19.0'],
  ['linux', 'arm64', '24.21.0'],
  ['darwin', 'x64', '24.0.0'],
  ['darwin', 'arm64', '26.1.0'],
])('the shop runs on %s with %s and Node %s', (platform, arch, node) => {
  expect(describeUnsupportedSystem({ platform, arch, node })).toBeNull()
})

test.each([
  ['linux', 'x64', '20.18.3', 'Node 20.18.3 is too old: install Node 20.19 or newer'],
  ['darwin', 'arm64', '20.19.4', 'Node 20.19.4 is too old: install Node 24 or newer'],
  ['darwin', 'x64', '22.12.0', 'Node 22.12.0 is too old: install Node 24 or newer'],
  ['win32', 'x64', '24.21.0', 'on Windows install WSL'],
  ['linux', 'riscv64', '24.21.0', 'this is linux on riscv64'],
  ['freebsd', 'x64', '24.21.0', 'this is freebsd on x64'],
])('on %s with %s and Node %s the set-up says in one sentence what is missing', (platform, arch, node, sentence) => {
  expect(describeUnsupportedSystem({ platform, arch, node })).toContain(sentence)
})

test('the set-up of another system ends before it installs anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of ['scripts/setup.mjs', 'scripts/set-up', 'package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, '../..', path), join(folder, path), { recursive: true })
  for (const [platform, arch, node] of [
    ['darwin', 'arm64', '20.19.4'],
    ['darwin', 'x64', '22.12.0'],
    ['win32', 'x64', '24.21.0'],
  ] as const) {
    const system = JSON.stringify({ platform, arch, versions: { ...process.versions, node } })
    const pretend = `for (const [name, value] of Object.entries(${system})) Object.defineProperty(process, name, { value })`
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
    const run = spawnSync(process.execPath, ['--import', preload, 'scripts/setup.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(run.stdout).toBe('')
    expect(run.stderr.trim()).toBe(describeUnsupportedSystem({ platform, arch, node }))
    expect(run.status).toBe(1)
  }
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
})
