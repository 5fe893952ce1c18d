// Creates a folder with its parents.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and the parents that are missing; one that exists stays as it is. `path` is absolute. Throws the error of
 * the file system. `mkdirSync` with `recursive` never returns where a parent exists and lets nobody create anything in it,
 * such as /proc.
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error
  }
}
