// The browser of the npm package @sparticuz/chromium: needs no root and no download, and has its own libraries and fonts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, isWorking } from './browser-probe.ts'

const root = dirname(import.meta.dirname)
// Libraries and fonts of the package, for machines without them.
const archives = ['al2023', 'swiftshader', 'fonts']

/** Unpacks the bundled browser once; returns it when it runs here. */
export function findBundledBrowser(log: (line: string) => void): Browser | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const browserPackage = findBrowserPackage()
  if (!browserPackage) return null
  const folder = join(root, 'node_modules', '.cache', `chromium-${browserPackage.version}`)
  if (!existsSync(folder)) unpack(browserPackage.bin, folder, log)
  const exe = join(folder, 'chromium')
  const fonts: Record<string, string> = hasFonts() ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const env = isWorking(exe) ? fonts : { ...fonts, LD_LIBRARY_PATH: join(folder, 'lib') }
  return isWorking(exe, env) ? { exe, env, kind: `carried ${browserPackage.version}` } : null
}

function findBrowserPackage(): { bin: string; version: string } | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const folder = entry.slice(0, entry.indexOf('/build/'))
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { bin: join(folder, 'bin'), version }
  } catch {
    return null
  }
}

// Unpacked in a temporary folder and renamed, so that an interrupted extraction is never used.
function unpack(bin: string, folder: string, log: (line: string) => void): void {
  log('Unpacking a browser…')
  const temporaryDir = `${folder}.new-${process.pid}`
  mkdirSync(temporaryDir, { recursive: true })
  for (const archive of archives) unpackArchive(join(bin, `${archive}.tar.br`), temporaryDir)
  writeFileSync(join(temporaryDir, 'fonts.conf'), createFontConfig(folder))
  writeFileSync(join(temporaryDir, 'chromium'), brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))), {
    mode: 0o755,
  })
  try {
    renameSync(temporaryDir, folder)
  } catch {
    // Another process unpacked the same browser first.
    rmSync(temporaryDir, { recursive: true, force: true })
  }
}

function unpackArchive(archive: string, folder: string): void {
  const { error, status } = spawnSync('tar', ['-xf', '-', '-C', folder], {
    input: brotliDecompressSync(readFileSync(archive)),
  })
  if (error || status !== 0)
    throw new Error(`${archive} could not be unpacked with tar: ${error?.message ?? `status ${status}`}.`)
}

// A page crashes where the system has no font at all.
function hasFonts(): boolean {
  const folder = '/usr/share/fonts'
  return (
    existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|pfb)$/.test(String(name)))
  )
}

function createFontConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
}
