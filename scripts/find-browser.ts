// Finds or installs a Chromium for the journeys.
import { spawnSync } from 'node:child_process'
import { findBundledBrowser } from './bundled-browser.ts'
import { type Browser, isWorking } from './browser-probe.ts'

export type { Browser } from './browser-probe.ts'

type Log = (line: string) => void
type BrowserFinder = (log: Log) => Browser | null | Promise<Browser | null>

const environmentVariables = ['BROWSER_EXE', 'CHROME_PATH', 'PUPPETEER_EXECUTABLE_PATH']
// chrome-headless-shell needs a sixth less CPU for the same pages than Chromium.
const shellNames = ['chromium-headless-shell']
const installedNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge']
const finders: BrowserFinder[] = [
  findByVariable,
  () => findInstalled(shellNames),
  findDownloaded,
  findBundledBrowser,
  () => findInstalled(installedNames),
  installFromDebian,
  downloadBrowser,
]
const downloadTimeoutMs = 300_000

/** Tries every source in order and returns the first browser that runs. The error lists the sources. */
export async function findBrowser(log: Log = () => {}): Promise<Browser> {
  for (const find of finders) {
    const found = await find(log)
    if (found) return found
  }
  throw new Error(
    'No browser was found: set BROWSER_EXE to a Chrome or Chromium, or run "apt-get install chromium", or "npx playwright install chromium-headless-shell".',
  )
}

function findByVariable(): Browser | null {
  const variable = environmentVariables.find((name) => process.env[name])
  const exe = variable && process.env[variable]
  if (!exe) return null
  if (isWorking(exe)) return { exe, env: {}, kind: variable }
  throw new Error(`${variable} names ${exe}, which is not a browser that runs here: correct it or unset it.`)
}

function findInstalled(names: readonly string[]): Browser | null {
  const exe = names.find((name) => isWorking(name))
  const path = exe && spawnSync('which', [exe], { encoding: 'utf8' }).stdout?.trim()
  return path ? { exe: path, env: {}, kind: 'installed' } : null
}

async function findDownloaded(): Promise<Browser | null> {
  const { chromium } = await import('@playwright/test')
  const exe = chromium.executablePath()
  return exe && isWorking(exe) ? { exe, env: {}, kind: 'playwright' } : null
}

function installFromDebian(log: Log): Browser | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null
  log('Installing a browser with apt-get…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: 'ignore', timeout: downloadTimeoutMs } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], options)
  return findInstalled(shellNames)
}

function downloadBrowser(log: Log): Browser | null | Promise<Browser | null> {
  log('Downloading a browser…')
  const args = ['playwright', 'install', 'chromium-headless-shell']
  const { status } = spawnSync('npx', args, { stdio: 'ignore', timeout: downloadTimeoutMs })
  return status === 0 ? findDownloaded() : null
}
