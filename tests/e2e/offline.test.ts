// Offline use, and a new deployment while a tab is open: viewed pages stay available, and no input is lost.
import type { Page } from '@playwright/test'
import { fixtures } from '#seed/fixtures.ts'
import { clickVisible, expect, openMenu, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { languages, createPattern } from './languages.ts'
import { findBikePath } from './people.ts'
import type { Messages } from '#web/i18n/language.ts'

const networkErrors = /net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/
// The worker may take control while the first page loads; preloaded files are then requested again.
const workerMismatch = /cross-world service worker resource mismatch/

/** From now on scripts that the page has not loaded get neither an answer nor an error, as of a network that went silent. */
const silenceNewScripts = async (page: Page): Promise<{ begin: () => void; end: () => void }> => {
  // Read at once: the page is ready.
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const loaded = new Set(names)
  let isSilent = true
  await page.route(/\/assets\/[\w-]+\.js$/, (route) =>
    isSilent && !loaded.has(route.request().url()) ? undefined : route.continue(),
  )
  return {
    begin: () => {
      isSilent = true
    },
    end: () => {
      isSilent = false
    },
  }
}

/** Waits until the open page and its files are in the cache of the service worker. */
const waitUntilCached = async (page: Page): Promise<void> => {
  await waitUntilReady(page)
  const listMissing = () =>
    page.evaluate(async () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name)
      const urls = [location.href, ...files.filter((url) => url.includes('/assets/'))]
      const found = await Promise.all(urls.map((url) => caches.match(url, { ignoreVary: true })))
      return urls.filter((_, at) => found[at] === undefined)
    })
  await expect.poll(listMissing).toEqual([])
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Scrolls to the photo of the first advertised bike and waits until it is loaded. */
const showFirstPhoto = async (page: Page, { card }: Messages): Promise<void> => {
  const picture = page.getByRole('img', { name: createPattern(card.photoAlt) }).first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

/** Everything in the caches of this device: URLs with their content. */
const readCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) all.push(`${request.url} ${await (await cache.match(request))?.text()}`)
    }
    return all
  })

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })
  test.beforeEach(({ browserErrors }) => browserErrors.allow(workerMismatch))

  for (const { name, localizePath, messages, namespaces } of languages) {
    test(
      `viewed pages open without a network, with a notice in ${name}`,
      { tag: '@long' },
      async ({ page, context, browserErrors }) => {
        browserErrors.allow(networkErrors)
        await page.goto(localizePath('/blog'))
        await waitUntilCached(page)
        await page.goto(localizePath('/'))
        await waitUntilCached(page)
        await showFirstPhoto(page, messages)
        await context.setOffline(true)

        await page.goto(localizePath('/blog'))
        await expect(page.getByRole('heading', { name: messages.topBar.blog, level: 1 })).toBeVisible()
        await expect(findExactText(page, messages.offline.note)).toBeVisible()
        await page.goto(localizePath('/'))
        await expect(page.getByRole('heading', { name: namespaces.home.advertised.heading })).toBeVisible()
        await expect(findExactText(page, messages.offline.note)).toBeVisible()
        await showFirstPhoto(page, messages)

        await page.goto(localizePath('/register'))
        await expect(page.getByRole('heading', { name: namespaces.offlinePage.heading })).toBeVisible()
        const saved = page.getByRole('navigation', { name: namespaces.offlinePage.saved })
        await expect(saved.locator(`a[href="${localizePath('/blog')}"]`)).toBeVisible()
        await context.setOffline(false)
        await page.getByRole('link', { name: namespaces.offlinePage.retry }).click()
        await expect(page).toHaveURL(new RegExp(`${localizePath('/register')}$`))
        await expect(page.getByRole('textbox').first()).toBeVisible()
        await expect(findExactText(page, messages.offline.note)).toHaveCount(0)
      },
    )
  }

  test('nothing personal is cached, and log-out clears the viewed pages', { tag: '@long' }, async ({ openPageAs }) => {
    const page = await openPageAs('karim')
    await page.goto('/')
    await waitUntilCached(page)
    for (const path of ['/dashboard', '/dashboard/wishlist', '/dashboard/account', '/categoryDetails/TVS']) {
      await page.goto(path)
      await waitUntilReady(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
    const all = await readCaches(page)
    expect(all.length).toBeGreaterThan(5)
    for (const privateText of [
      fixtures.karim.email,
      fixtures.karim.name,
      '/dashboard',
      '/api/bookings',
      '/api/auth',
      'motohaat-token=',
    ])
      expect(
        all.filter((one) => one.split(' ', 1)[0]?.includes(privateText) ?? false),
        privateText,
      ).toEqual([])
    const texts = all.filter((one) => !one.includes('/assets/')).join('\n')
    expect(texts).not.toContain(fixtures.karim.email)
    expect(texts).not.toContain(fixtures.karim.name)

    await openMenu(page)
    await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
    const readSeenEntries = async () =>
      (await readCaches(page)).filter((one) => /\/categoryDetails|\/pictures\//.test(one.split(' ')[0] ?? ''))
    await expect.poll(readSeenEntries).toEqual([])
  })
})

test('a booking without a network shows an error, stays in the form, and can be sent again', async ({
  openPageAs,
  buyer,
  browserErrors,
}) => {
  browserErrors.allow(networkErrors)
  const page = await openPageAs(buyer)
  await page.goto('/categoryDetails/TVS')
  await waitUntilReady(page)
  await page.getByRole('button', { name: 'Book Now' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contact Number').fill('01712345678')
  await dialog.getByLabel('Meeting Location').fill('Kandirpar circle')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Cannot reach Motohaat. Check your connection and try again.')).toBeVisible()
  await expect(dialog.getByLabel('Meeting Location')).toHaveValue('Kandirpar circle')

  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(findExactText(page, 'Booking confirmed')).toBeVisible()
})

test(
  'a page whose code does not come within two minutes says so, and opens with "Try again"',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    await waitUntilReady(page)
    await silenceNewScripts(page)
    await openMenu(page)
    await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).filter({ visible: true }).click()
    // Repeated, because the two minutes begin when the page asks for the code.
    await expect(async () => {
      await page.clock.fastForward('02:00')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 2_000 })
    }).toPass()

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible()
    await waitUntilReady(page)
  },
)

for (const { name: languageName, code, localizePath, messages, namespaces } of languages) {
  const { loading, errorPage, topBar } = messages
  test(
    `what does not come shows a spinner at once, and after ten seconds a sentence with "Try again" (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer }) => {
      const page = await openPageAs(buyer)
      await page.goto(localizePath('/terms'))
      await waitUntilReady(page)
      const silence = await silenceNewScripts(page)
      const spinner = page.getByRole('status').filter({ hasText: loading.label })
      const notice = page.getByRole('alert').filter({ hasText: errorPage.unreachable })

      // The next page, while this one stays.
      await openMenu(page)
      const links = page.getByRole('banner').getByRole('link', { name: topBar.blog, exact: true })
      await links.filter({ visible: true }).click()
      await expect(spinner).toBeVisible()
      await expect(notice).toBeVisible()
      silence.end()
      await notice.getByRole('link', { name: errorPage.retry }).click()
      await expect(page).toHaveURL(/\/blog$/)
      await waitUntilReady(page)

      // A page that is opened by its address, whose own code does not come.
      silence.begin()
      await page.goto(localizePath('/dashboard/wishlist'), { waitUntil: 'commit' })
      await expect(spinner).toBeVisible()
      await expect(notice).toBeVisible()
      silence.end()
      await notice.getByRole('link', { name: errorPage.retry }).click()
      const heading = namespaces.buyer.wishlist.heading(code === 'bn' ? '০' : '0')
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
}

test(
  'a form that does not come says so over the page, and comes with "Try again"',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const page = await openPageAs(buyer)
    await page.goto(await findBikePath(server, buyer, 'gixxer-mirpur'))
    await waitUntilReady(page)
    const silence = await silenceNewScripts(page)
    await clickVisible(page.getByRole('button', { name: 'Book Now' }))
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    const notice = page.getByRole('alert').filter({ hasText: 'Cannot reach Motohaat.' })
    await expect(notice).toBeVisible()
    silence.end()
    await notice.getByRole('link', { name: 'Try again' }).click()
    await waitUntilReady(page)
    await clickVisible(page.getByRole('button', { name: 'Book Now' }))
    await expect(page.getByRole('dialog', { name: 'Book this bike' })).toBeVisible()
  },
)

test.describe('a tab that is older than the deployment', () => {
  /** From now on the old version's chunks are missing; with `isMended`, a reloaded page gets the new ones. */
  const replaceServer = async (page: Page, { isMended }: { isMended: boolean }): Promise<void> => {
    let isOld = true
    page.on('request', (request) => {
      if (request.isNavigationRequest() && isMended) isOld = false
    })
    await page.route(/\/assets\/[\w-]+\.js$/, (route) =>
      isOld ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    )
  }

  test('reloads and shows the requested page', { tag: '@desktop' }, async ({ page, browserErrors }) => {
    browserErrors.allow(/^GET \/assets\/\S+\.js 404$/)
    await page.goto('/login')
    await waitUntilReady(page)
    await replaceServer(page, { isMended: true })
    await openMenu(page)
    await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).filter({ visible: true }).click()

    await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/blog$/)
    await waitUntilReady(page)
  })

  test(
    'says that the page failed, with "Try again", when a reload does not help',
    { tag: '@long' },
    async ({ page, browserErrors }) => {
      // The page of the server is shown until its scripts are known to be missing.
      browserErrors.allow(/^GET \/assets\/\S+\.js 404$/, /^uncaught: (Error: Minified React error #418|$)/)
      const loaded = new Set<string>()
      page.on('requestfinished', (request) => loaded.add(request.url()))
      await page.goto('/login')
      await waitUntilReady(page)
      let isOld = true
      await page.route(/\/assets\/[\w-]+\.js$/, (route) =>
        isOld && !loaded.has(route.request().url()) ? route.fulfill({ status: 404, json: {} }) : route.continue(),
      )
      const isReloaded = page.waitForEvent('load')
      await openMenu(page)
      await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).filter({ visible: true }).click()
      await isReloaded
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

      isOld = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible()
      await waitUntilReady(page)
    },
  )
})

test('the app can be installed on the home screen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  const browser = await page.context().newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Test pages are in a private window, where installation is impossible.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
