// The files of the project, as they lie in the checkout.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A file: its path from the root with forward slashes, and its text. */
export type ProjectFile = { path: string; text: string }

// Made by tools, or not text.
const excludedNames = new Set(['node_modules', 'dist', 'data', 'test-results', '.git'])
const isText = /\.(?:ts|tsx|mjs|js|css|sql|md|json|svg|html|txt|csv|ya?ml)$|(?:^|\/)(?:\.[a-z]+|run)$/

const listPaths = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (excludedNames.has(entry.name)) return []
    return entry.isDirectory() ? listPaths(path) : [path]
  })

/** Every text file of the project below `root`. */
export const readProjectFiles = (root: string): ProjectFile[] =>
  listPaths(root)
    .map((path) => ({ absolutePath: path, path: relative(root, path).replaceAll('\\', '/') }))
    .filter(({ path }) => isText.test(path))
    .map(({ absolutePath, path }) => ({ path, text: readFileSync(absolutePath, 'utf8') }))
