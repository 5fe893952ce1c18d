import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Everything a page is built from. Compares content, not dates: git changes those at every checkout.
const inputs = ['contract', 'package.json', 'package-lock.json', 'vite.config.ts', 'web']

type Options = { root: string; log: (line: string) => void; signal?: AbortSignal }

// The end of the build output, where the error is.
const maxOutputCharacters = 4_000

/**
 * Builds the pages into dist/ when their sources have changed since the last build. Throws with the build output when the
 * build fails or the signal stops it.
 */
export async function buildIfChanged({ root, log, signal }: Options): Promise<void> {
  const markerFile = join(root, 'dist', '.built')
  const expectedFingerprint = computeFingerprint(root)
  if (existsSync(markerFile) && readFileSync(markerFile, 'utf8') === expectedFingerprint) return

  log('Building the pages…')
  rmSync(markerFile, { force: true })
  await build(root, signal)
  mkdirSync(join(root, 'dist'), { recursive: true })
  // Written last, so that an interrupted build is repeated.
  writeFileSync(markerFile, expectedFingerprint)
}

// In a process of its own: Vite sets NODE_ENV and keeps its memory. A start without changes does not load it.
function build(root: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--app', '--logLevel', 'warn']
  const builder = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal })
  let output = ''
  const appendOutput = (text: string) => {
    output = (output + text).slice(-maxOutputCharacters)
  }
  builder.stdout.setEncoding('utf8').on('data', appendOutput)
  builder.stderr.setEncoding('utf8').on('data', appendOutput)
  return new Promise((resolve, reject) => {
    builder.once('error', reject)
    builder.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The pages could not be built:\n${output.trim()}`))
    })
  })
}

function computeFingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => listFiles(root, input))) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(root: string, path: string): string[] {
  const absolutePath = join(root, path)
  const stat = statSync(absolutePath, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]
  const names = readdirSync(absolutePath).toSorted()
  return names.flatMap((name) => listFiles(root, join(path, name)))
}

if (import.meta.main) await buildIfChanged({ root: join(import.meta.dirname, '..'), log: console.log })
