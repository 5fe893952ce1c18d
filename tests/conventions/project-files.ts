// The files of the project, as they lie in the checkout.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A file: its path from the root with forward slashes, and its text. */
export type File = { path: string; text: string }

// Made by tools, or not text.
const notOurs = new Set(['node_modules', 'dist', 'data', 'test-results', '.git'])
const isText = /\.(?:ts|tsx|mjs|js|css|sql|md|json|svg|html|txt|csv|ya?ml)$|(?:^|\/)(?:\.[a-z]+|run)$/

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (notOurs.has(entry.name)) return []
    return entry.isDirectory() ? pathsIn(path) : [path]
  })

/** Every text file of the project below `root`. */
export const readFiles = (root: string): File[] =>
  pathsIn(root)
    .map((path) => ({ full: path, path: relative(root, path).replaceAll('\\', '/') }))
    .filter(({ path }) => isText.test(path))
    .map(({ full, path }) => ({ path, text: readFileSync(full, 'utf8') }))
