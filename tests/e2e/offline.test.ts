// Without a network, and with a shop that has become newer than the tab: what was seen stays, and nothing is lost.
import type { Page } from '@playwright/test'
import { fixtures } from '#seed/fixtures.ts'
import { expect, openMenu, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { languages, createPattern } from './languages.ts'
import type { Messages } from '#web/i18n/language.ts'

const networkErrors = /net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/
// The worker may take the first page over while it loads; what was fetched ahead of it is then fetched again.
const workerMismatch = /cross-world service worker resource mismatch/

/** Waits until the page that is open is kept on this device. */
const waitUntilCached = async (page: Page): Promise<void> => {
  await waitUntilReady(page)
  await expect
    .poll(() => page.evaluate(async () => (await caches.match(location.href, { ignoreVary: true })) !== undefined))
    .toBe(true)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Scrolls to the photo of the first advertised bike and waits until it is there. */
const showFirstPhoto = async (page: Page, { card }: Messages): Promise<void> => {
  const picture = page.getByRole('img', { name: createPattern(card.photoAlt) }).first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

/** All that is kept on this device: addresses with what stands there. */
const readCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) all.push(`${request.url} ${await (await cache.match(request))?.text()}`)
    }
    return all
  })

test.describe('on a device that keeps what was seen', () => {
  test.use({ serviceWorkers: 'allow' })
  test.beforeEach(({ browserErrors }) => browserErrors.allow(workerMismatch))

  for (const { name, localizePath, messages } of languages) {
    test(`what was seen can be seen again without a network, which is said in ${name}`, async ({
      page,
      context,
      browserErrors,
    }) => {
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
      await expect(page.getByRole('heading', { name: messages.home.advertised.heading })).toBeVisible()
      await expect(findExactText(page, messages.offline.note)).toBeVisible()
      await showFirstPhoto(page, messages)

      await page.goto(localizePath('/register'))
      await expect(page.getByRole('heading', { name: messages.offline.heading })).toBeVisible()
      await context.setOffline(false)
      await page.getByRole('link', { name: messages.offline.retry }).click()
      await expect(page).toHaveURL(new RegExp(`${localizePath('/register')}$`))
      await expect(page.getByRole('textbox').first()).toBeVisible()
      await expect(findExactText(page, messages.offline.note)).toHaveCount(0)
    })
  }

  test('nothing that belongs to a person is kept, and log-out takes away what was looked at', async ({
    openPageAs,
  }) => {
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

test('a booking that is sent without a network is refused in words, stays in the form, and can be sent again', async ({
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

test.describe('a tab that is older than the shop', () => {
  /** From now on the shop lacks the parts of the old version; once a page is loaded anew it has those of the new one. */
  const replaceServer = async (page: Page, { isMended }: { isMended: boolean }): Promise<void> => {
    let isOld = true
    page.on('request', (request) => {
      if (request.isNavigationRequest() && isMended) isOld = false
    })
    await page.route(/\/assets\/[\w-]+\.js$/, (route) =>
      isOld ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    )
  }

  test(
    'loads itself anew and shows the page that was asked for',
    { tag: '@desktop' },
    async ({ page, browserErrors }) => {
      browserErrors.allow(/^GET \/assets\/\S+\.js 404$/)
      await page.goto('/login')
      await waitUntilReady(page)
      await replaceServer(page, { isMended: true })
      await openMenu(page)
      await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).filter({ visible: true }).click()

      await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible()
      await expect(page).toHaveURL(/\/blog$/)
      await waitUntilReady(page)
    },
  )
})

test('the shop can be put on the home screen', async ({ page }) => {
  await page.goto('/')
  const browser = await page.context().newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A page of a test stands in a window that keeps nothing, in which nobody can install.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
