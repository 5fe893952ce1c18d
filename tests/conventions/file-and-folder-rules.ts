// File names, file sizes and folder sizes.
import { posix } from 'node:path'
import type { ProjectFile } from './project-files.ts'

/**
 * A file in market/ that lies too deep, whose name says nothing, or a table outside of market/schema/. Files are called what
 * they contain; only routes.ts (handlers), jobs.ts (periodic work) and module.ts (what the server takes of the module) have the
 * same name in every module.
 */
export const findMisplacedModuleFile = ({ path }: ProjectFile): string[] => {
  if (!path.startsWith('market/') || !path.endsWith('.ts')) return []
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (parts.length < 3 || parts.length > 4) return ['put it in market/<module>/ or one folder below']
  if (/^(?:rules|provider)\.(?:test\.)?ts$/.test(name)) return ['call it what it contains: the noun of its subject']
  if (name === 'table.ts') return ['put the tables into market/schema/']
  return []
}

const isSource = ({ path }: ProjectFile): boolean => path.endsWith('.ts') && !path.endsWith('.test.ts')

/** Folders below a market module with one source file: the file is enough. Data beside it, such as fonts, counts. */
export const findFoldersOfOneFile = (files: readonly ProjectFile[]): string[] => {
  const inside = files.filter((file) => /^market\/[^/]+\/[^/]+\//.test(file.path) && !file.path.endsWith('.test.ts'))
  const byFolder = Map.groupBy(inside, ({ path }) => posix.dirname(path))
  return [...byFolder]
    .filter(([, [first, ...others]]) => first !== undefined && isSource(first) && others.length === 0)
    .map(([folder]) => `${folder} has one file: put it into the folder above`)
}

const vagueName =
  /^(?:index|utils?|helpers?|types?|services?|repositor(?:y|ies)|constants?|managers?|common|misc|shared|lib)$/
// Browser code that belongs to no page or component.
const allowedVagueFolders = /^web\/lib\//

/** A file or folder whose name says nothing about what is in it. */
export const findVagueName = ({ path }: ProjectFile): string[] =>
  path
    .replace(allowedVagueFolders, '')
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .filter((part) => vagueName.test(part))
    .map((part) => `"${part}" says nothing: name it after what is in it`)

// Names that npm, a licence or the number of a migration or decision fixes.
const externallyNamed = /^(?:[A-Z]+(?:\.md|\.txt)?|\d{4}_[a-z_]+\.sql|\d{4}-[a-z0-9-]+\.md|\..+)$/
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)*(?:\.[a-z0-9]+)?$/

/** A name that is not in lower case with dashes. */
export const findNonKebabName = ({ path }: ProjectFile): string[] => {
  const name = path.split('/').at(-1) ?? ''
  return externallyNamed.test(name) || kebabCase.test(name) ? [] : ['write the name in lower case with dashes']
}

const maxLines = 350

/** Code with more than `maxLines` lines. */
export const findTooLongFile = ({ path, text }: ProjectFile): string[] => {
  const lines = text.trimEnd().split('\n').length
  if (!/\.(?:ts|tsx|mjs)$/.test(path) || lines <= maxLines) return []
  return [`has ${lines} lines, more than ${maxLines}: move one idea into a file of its own`]
}

const maxFilesPerFolder = 25
// One file for each namespace of messages, the same names in each language.
const foldersWithoutLimit = /^web\/i18n\//

/** Folders with more than 25 source files; tests do not count. */
export const findFullFolders = (files: readonly ProjectFile[]): string[] => {
  const sources = files.filter(({ path }) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path))
  const byFolder = Map.groupBy(sources, ({ path }) => posix.dirname(path))
  return [...byFolder]
    .filter(([folder, inside]) => inside.length > maxFilesPerFolder && !foldersWithoutLimit.test(`${folder}/`))
    .map(([folder, inside]) => `${folder} has ${inside.length} source files, more than ${maxFilesPerFolder}`)
}
