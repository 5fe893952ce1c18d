import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Everything a page is built from. Content counts, not dates: git sets those anew at every checkout.
const inputs = ['contract', 'package-lock.json', 'vite.config.ts', 'web']

type Options = { root: string; say: (line: string) => void }

/** Builds the pages into dist/ when what they are built from has changed since the last build. */
export async function buildIfChanged({ root, say }: Options): Promise<void> {
  const mark = join(root, 'dist', '.built')
  const wanted = fingerprint(root)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return

  say('Building the pages…')
  rmSync(mark, { force: true })
  await build(root)
  mkdirSync(join(root, 'dist'), { recursive: true })
  // Written last: a build that was interrupted is done again.
  writeFileSync(mark, wanted)
}

async function build(root: string): Promise<void> {
  // Loaded here, because a start that has nothing to build should not pay for the builder.
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await builder.buildApp()
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
