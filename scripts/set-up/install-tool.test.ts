// @module-tag processes
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installPackages } from './install-tool.ts'

const writeJson = (folder: string, file: string, content: object) =>
  writeFileSync(join(folder, file), JSON.stringify(content))

/** A tool with a lock file of one package, which lies in its folder, so that npm needs no network. */
const createTool = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-tool-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tool = { name: 'tool', version: '1.0.0', dependencies: { part: 'file:part' } }
  const packages = { '': tool, 'node_modules/part': { resolved: 'part', link: true }, part: { version: '1.0.0' } }
  mkdirSync(join(folder, 'part'))
  writeJson(folder, 'part/package.json', { name: 'part', version: '1.0.0' })
  writeJson(folder, 'package.json', tool)
  writeJson(folder, 'package-lock.json', { ...tool, lockfileVersion: 3, requires: true, packages })
  return folder
}

test('the packages of a tool are installed once, and again when its lock file has changed', async () => {
  const folder = createTool()
  const lines: string[] = []
  const install = () => installPackages(folder, (line) => lines.push(line))
  await install()
  await install()
  expect(lines).toEqual([`Installing the packages of ${folder}…`])
  expect(existsSync(join(folder, 'node_modules/part/package.json'))).toBe(true)
  appendFileSync(join(folder, 'package-lock.json'), '\n')
  await install()
  expect(lines).toHaveLength(2)
})

test('what npm cannot install is named in one sentence, and tried again the next time', async () => {
  const folder = createTool()
  writeJson(folder, 'package.json', { name: 'tool', version: '1.0.0', dependencies: { other: '1.0.0' } })
  for (const _ of [1, 2])
    await expect(installPackages(folder, () => {})).rejects.toThrow(
      `The packages of ${folder} could not be installed: check the network, and run this again.`,
    )
  expect(existsSync(join(folder, 'node_modules/.installed'))).toBe(false)
})
