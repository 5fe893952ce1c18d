// @module-tag processes
import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { type Browser, findBrowser } from './find-browser.ts'
import { findBundledBrowser } from './bundled-browser.ts'

// A browser needs half a minute to start on a busy machine.
test('a browser is found without set-up, and shows a page', { tags: 'long' }, async () => {
  expect(await readHeading(await findBrowser())).toBe('Motohaat')
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the bundled browser shows a page where no other browser is installed',
  async () => {
    const browser = findBundledBrowser(() => {})
    if (!browser) throw new Error('the bundled browser does not run here')
    expect(await readHeading(browser)).toBe('Motohaat')
  },
)

test('a variable that names no browser is refused with its name', () => {
  const program = `
    import { findBrowser } from '${import.meta.dirname}/find-browser.ts'
    await findBrowser().catch((error) => console.log(error.message))`
  const env = { ...process.env, BROWSER_EXE: '/bin/false' }
  const args = ['--input-type=module-typescript', '--eval', program]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  expect(stdout.trim()).toBe(
    'BROWSER_EXE names /bin/false, which is not a browser that runs here: correct it or unset it.',
  )
})

async function readHeading({ exe, env }: Browser): Promise<string | null> {
  const browser = await chromium.launch({ executablePath: exe, env: { ...process.env, ...env } })
  try {
    const page = await browser.newPage()
    await page.goto('data:text/html,<h1>Motohaat</h1>')
    return await page.getByRole('heading').textContent()
  } finally {
    await browser.close()
  }
}
