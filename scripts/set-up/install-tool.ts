// Installs the packages of a folder of tools/, which npm start and npm test do not install.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findNpm } from './find-npm.mjs'

const run = promisify(execFile)

type Tool = 'autocannon' | 'openapi' | 'webdriver'

const toolsFolder = join(import.meta.dirname, '../../tools')
// None of the packages needs its installation scripts.
const npmOptions = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']

/** Installs the packages of the lock file in `folder`, unless they are installed. Throws one sentence if npm fails. */
export const installPackages = async (folder: string, log: (line: string) => void): Promise<void> => {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const fingerprint = createHash('sha256').update(lock).digest('hex')
  // npm deletes node_modules first, so an installation that was interrupted leaves no mark.
  const mark = join(folder, 'node_modules/.installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return
  log(`Installing the packages of ${folder}…`)
  const [program, ...args] = findNpm()
  // The hooks of a test run are not for npm, which may run on the Node of the system.
  const env = { ...process.env, NODE_OPTIONS: '' }
  await run(program, [...args, ...npmOptions, '--prefix', folder], { cwd: folder, env }).catch((cause: unknown) => {
    const sentence = `The packages of ${folder} could not be installed: check the network, and run this again.`
    throw new Error(sentence, { cause })
  })
  writeFileSync(mark, fingerprint)
}

/** Installs the packages of tools/<tool>, unless they are installed; returns its folder. */
export const installTool = async (tool: Tool, log: (line: string) => void = console.log): Promise<string> => {
  const folder = join(toolsFolder, tool)
  await installPackages(folder, log)
  return folder
}
