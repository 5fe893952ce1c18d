// The test fixtures: a server, a visitor's page, pages of signed-in people, and an error monitor for all of them.
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import type { FixtureKey } from '#seed/fixtures.ts'
import { stripLanguage } from '#web/i18n/language.ts'
import { withdrawBikes } from './listing.ts'
import { servePhotos, logIn, registerBuyer, type Person, getPerson } from './people.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { createBrowserErrorMonitor, type BrowserErrorMonitor } from './browser-errors.ts'

export { expect }

type TestFixtures = {
  /** After each test. */
  newBikesWithdrawn: void
  browserErrors: BrowserErrorMonitor
  /** Opens a page signed in as a demo person or another person, or as one more visitor. */
  openPageAs: (person: FixtureKey | Person | 'visitor') => Promise<Page>
  /** A newly registered buyer. */
  buyer: Person
}

/** Log lines of level error or fatal. */
const findErrorLines = (output: string): string[] => output.split('\n').filter((line) => /"level":[56]0/.test(line))

export const test = base.extend<TestFixtures, { server: TestServer }>({
  server: [
    // Playwright reads the required fixtures from this pattern, so it must be an empty object pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await createTestServer()
      await use(server)
      await server.close()
    },
    // For starting and closing together, on a busy machine.
    { scope: 'worker', timeout: 300_000 },
  ],
  newBikesWithdrawn: [
    async ({ server }, use) => {
      await use()
      for (const seller of server.sellers.splice(0)) await withdrawBikes(server, seller)
    },
    { auto: true },
  ],
  baseURL: ({ server }, use) => use(server.url),
  browserErrors: async ({ server }, use) => {
    const browserErrors = createBrowserErrorMonitor()
    const outputStart = server.getOutput().length
    await use(browserErrors)
    expect(browserErrors.getUnexpected(), 'what the browser complained about').toEqual([])
    expect(findErrorLines(server.getOutput().slice(outputStart)), 'what the shop wrote about its own faults').toEqual(
      [],
    )
  },
  context: async ({ context, browserErrors }, use) => {
    await browserErrors.listen(context)
    // An admin sees those of everybody.
    await servePhotos(context)
    await use(context)
  },
  openPageAs: async ({ browser, browserErrors }, use) => {
    await use(async (person) => {
      const context = await browser.newContext()
      await browserErrors.listen(context)
      await servePhotos(context)
      if (person !== 'visitor') await logIn(context.request, typeof person === 'string' ? getPerson(person) : person)
      return context.newPage()
    })
    await Promise.all(browser.contexts().map((context) => context.close()))
  },
  buyer: async ({ server }, use) => use(await registerBuyer(server)),
})

/** Tags of one row or language of several: those in every run have none, the others are in `npm run test:long` alone. */
export const longUnless = (isInEveryRun: boolean): string[] => (isInEveryRun ? [] : ['@long'])

/**
 * Clicks the one that can be seen of several, such as the button of the page and that of its bar. The page may change over to
 * the other one meanwhile, so it is looked for again.
 */
export const clickVisible = async (targets: Locator): Promise<void> => {
  await expect(async () => {
    await targets.filter({ visible: true }).first().click({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Types over what is in a field, key by key. In Firefox `fill` sets the value by a script, which React does not hear. */
export const typeOver = async (field: Locator, text: string): Promise<void> => {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** A toast, or the same text anywhere else outside a form. */
export const findExactText = (page: Page, text: string) => page.getByText(text, { exact: true })

/** Waits until the page is hydrated; clicks before that have no React handlers. */
export const waitUntilReady = (page: Page): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-ready', 'yes')

type ExpectedPage = {
  /** The path without its language; any query fits. */
  path: string | RegExp
  /** The heading of level 1. It must not fit the page before. */
  heading: string | RegExp
}

/**
 * Waits for the page that a click, a form or Back leads to. The address alone does not tell, because it changes a moment
 * before the page does.
 */
export const expectPage = async (page: Page, { path, heading }: ExpectedPage): Promise<void> => {
  await expect(page, `the path ${String(path)}`).toHaveURL(({ pathname }) => {
    const plainPath = stripLanguage(pathname)
    return typeof path === 'string' ? plainPath === path : path.test(plainPath)
  })
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** The text of an element, once it matches. */
export const readText = async (element: Locator, pattern = /\S/): Promise<string> => {
  await expect(element).toHaveText(pattern)
  // Read at once: the assertion has waited for it.
  return (await element.textContent()) ?? ''
}

/** An attribute of an element, once it is there. */
export const readAttribute = async (element: Locator, name: string, pattern = /./): Promise<string> => {
  await expect(element).toHaveAttribute(name, pattern)
  // Read at once: the assertion has waited for it.
  return (await element.getAttribute(name)) ?? ''
}

/** The path of a link without its language. */
export const readLinkPath = async (link: Locator): Promise<string> => stripLanguage(await readAttribute(link, 'href'))

/** Whether the window is below breakpoint lg: too narrow for the navigation links. */
export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 992 // 62rem

/** Opens the menu on screens too narrow for the navigation links. */
export const openMenu = async (page: Page): Promise<void> => {
  await waitUntilReady(page)
  if (isNarrow(page)) await page.getByRole('button', { name: /^(?:Menu|মেনু)$/ }).click()
}

/** Expects the text colour to be red. */
export const expectRed = async (text: ReturnType<Page['getByText']>): Promise<void> => {
  const [red = 0, green = 0, blue = 0] = await text.evaluate(
    (element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [],
  )
  expect(red, 'red').toBeGreaterThan(green * 1.5)
  expect(red, 'red').toBeGreaterThan(blue * 1.5)
}
