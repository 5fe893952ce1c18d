import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Everything a page is built from. Content counts, not dates: git sets those anew at every checkout.
const inputs = ['contract', 'package-lock.json', 'vite.config.ts', 'web']

type Options = { root: string; say: (line: string) => void; signal?: AbortSignal }

// The end of what the builder wrote, where its complaint stands.
const keptCharacters = 4_000

/**
 * Builds the pages into dist/ when what they are built from has changed since the last build. Throws what the builder
 * complained about when it fails, or when the signal stops it.
 */
export async function buildIfChanged({ root, say, signal }: Options): Promise<void> {
  const mark = join(root, 'dist', '.built')
  const wanted = fingerprint(root)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return

  say('Building the pages…')
  rmSync(mark, { force: true })
  await build(root, signal)
  mkdirSync(join(root, 'dist'), { recursive: true })
  // Written last: a build that was interrupted is done again.
  writeFileSync(mark, wanted)
}

// A process of its own: the builder sets NODE_ENV for whoever runs it, and keeps its memory. A start that has nothing
// to build does not even load it.
function build(root: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const words = [vite, 'build', '--app', '--logLevel', 'warn']
  const builder = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal })
  let written = ''
  const keep = (text: string) => {
    written = (written + text).slice(-keptCharacters)
  }
  builder.stdout.setEncoding('utf8').on('data', keep)
  builder.stderr.setEncoding('utf8').on('data', keep)
  return new Promise((done, fail) => {
    builder.once('error', fail)
    builder.once('close', (code) => {
      if (code === 0) done()
      else fail(new Error(`The pages could not be built:\n${written.trim()}`))
    })
  })
}

function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesUnder(root, input))) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

function filesUnder(root: string, path: string): string[] {
  const full = join(root, path)
  const stat = statSync(full, { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [path]
  const names = readdirSync(full).toSorted()
  return names.flatMap((name) => filesUnder(root, join(path, name)))
}
