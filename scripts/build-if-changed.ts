import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

// Everything a page is built from. Compares content, not dates: git changes those at every checkout.
const inputs = ['contract', 'package.json', 'package-lock.json', 'vite.config.ts', 'web']

type Options = { root: string; log: (line: string) => void; signal?: AbortSignal }

// The end of the build output, where the error is.
const maxOutputCharacters = 4_000

const isBuilt = (markerFile: string, fingerprint: string): boolean =>
  existsSync(markerFile) && readFileSync(markerFile, 'utf8') === fingerprint

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The process that holds the lock file; null where there is none. */
const readHolder = (file: string): number | null => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Takes the lock file once the process that holds it gives it back or has ended. Returns how to give it back. */
async function takeLock(file: string, signal: AbortSignal | undefined): Promise<() => void> {
  const own = `${file}-${process.pid}-${randomUUID()}`
  writeFileSync(own, String(process.pid))
  try {
    for (;;) {
      try {
        // Unlike writing it, a link appears with its content.
        linkSync(own, file)
        return () => rmSync(file, { force: true })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      const holder = readHolder(file)
      if (holder !== null && !isRunning(holder)) rmSync(file, { force: true })
      else await setTimeout(200, undefined, { signal })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Builds the pages into dist/ when their sources have changed since the last build. Throws with the build output when the
 * build fails or the signal stops it.
 */
export async function buildIfChanged({ root, log, signal }: Options): Promise<void> {
  const markerFile = join(root, 'dist', '.built')
  const expectedFingerprint = computeFingerprint(root)
  if (isBuilt(markerFile, expectedFingerprint)) return

  mkdirSync(join(root, 'dist'), { recursive: true })
  // Two builds into the same folder remove each other's files.
  const giveBack = await takeLock(join(root, 'dist', '.building'), signal)
  try {
    if (isBuilt(markerFile, expectedFingerprint)) return
    log('Building the pages…')
    rmSync(markerFile, { force: true })
    await build(root, signal)
    // Written last, so that an interrupted build is repeated.
    writeFileSync(markerFile, expectedFingerprint)
  } finally {
    giveBack()
  }
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
