// Searching, viewing, comparing, sharing and booking a bike.
import type { Page } from '@playwright/test'
import { formatTaka } from './bikes.ts'
import {
  expect,
  expectPage,
  isNarrow,
  readAttribute,
  readLinkPath,
  readText,
  waitUntilReady,
  findExactText,
  test,
} from './e2e-test.ts'
import { createClientFor, servePhotos, getPerson } from './people.ts'
import type { TestServer } from './test-server.ts'

/** It says how many bikes there are as soon as that is known. */
const findShowButton = (page: Page) => page.getByRole('button', { name: /^Show (?:[\d,]+ )?bikes?$/ })

const findCards = (page: Page) => page.getByRole('article')
// The HTML source, with page data, structured data and attributes.
// Read at once: each test waits for the page before it searches the source.
const readSource = async (page: Page): Promise<string> => page.content()

test.describe('a visitor without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // Without JavaScript, Chromium reports the scripts it does not load.
  test.beforeEach(({ browserErrors }) => browserErrors.allow(/^GET \/assets\/[\w-]+\.js csp$/))

  test('finds a bike under a budget in a district, opens it, and reads everything but the number', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'See all bikes' }).click()
    // The home page has a search field too.
    await expectPage(page, { path: '/bikes', heading: /bikes$/ })
    await page.getByRole('searchbox').fill('gixer')
    await page.locator('label[for="filters"]').first().click()
    await page.getByLabel('Highest price in Taka').fill('২,৫০,০০০')
    await page
      .getByRole('checkbox', { name: /^Dhaka/ })
      .last()
      .check()
    await findShowButton(page).click()

    await expect(page).toHaveURL(/priceTo=/)
    await expect(page.getByRole('link', { name: 'Remove up to ৳2,50,000' })).toBeVisible()
    await expect(findCards(page).first()).toContainText('Dhaka')
    await expect(async () => {
      for (const text of await findCards(page).allTextContents()) {
        expect(text).toMatch(/Gixxer.*Dhaka/s)
        expect(Number(/৳((?:\d{1,2},)*\d{3})/.exec(text)?.[1]?.replaceAll(',', '')), text).toBeLessThanOrEqual(250_000)
      }
    }).toPass()
    const name = await readText(findCards(page).first().getByRole('heading'))
    await findCards(page).first().getByRole('link').click()

    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    for (const fact of ['Resale Price', 'Original Price', 'Kilometres', 'Engine', 'Owners', 'On Motohaat since'])
      await expect(page.getByText(fact, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Similar bikes' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What a bank loan could cost' })).toBeVisible()
    expect(await readSource(page)).not.toMatch(/@motohaat\.test/)
  })

  test('sees the number of a bike masked, with the way to sign in and back', { tag: '@long' }, async ({ page }) => {
    await page.goto('/bikes?sort=price')
    const notAdvertisedCard = findCards(page).filter({ hasNotText: 'Advertised' }).first()
    await notAdvertisedCard.getByRole('link').click()
    await expect(page).toHaveURL(/\/bikes\/[a-z0-9-]+$/)

    await expect(page.getByRole('link', { name: 'Log in to see the contact number' })).toContainText('••••••')
    expect(await readSource(page)).not.toMatch(/\b01\d{3}-?\d{6}\b|\+8801\d{9}/)
    await page.getByRole('link', { name: 'Log in to see the contact number' }).click()
    await expect(page).toHaveURL(/\/login\?from=%2Fbikes%2F/)
  })

  test(
    'sees the 404 page for an unknown bike, and a message for an empty result',
    { tag: '@long' },
    async ({ page, browserErrors }) => {
      browserErrors.allow(/^GET \/bikes\/nothing-0123456789 404$/)
      const answer = await page.goto('/bikes/nothing-0123456789')
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: "Look like you're lost" })).toBeVisible()

      await page.goto('/bikes?priceTo=abc')
      await expect(page.getByText('Enter the highest price in whole Taka.')).toBeVisible()
    },
  )
})

test.describe('with a thumb on a phone', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test(
    'a buyer finds two bikes, compares them, shares one, signs in, asks for its number and books it',
    { tag: '@long' },
    async ({ page, buyer }) => {
      await servePhotos(page.context())
      await page.goto('/bikes')
      await waitUntilReady(page)
      await page.getByRole('searchbox').fill('apache')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL(/\/bikes\?q=apache$/)
      // All bikes and those of the search look alike; the title changes with the list.
      await expect(page).toHaveTitle(/^apache: /)
      await page.locator('label[for="filters"]').first().click()
      // Above the price of the advertised Apache, whose contact number everybody sees.
      await page.getByLabel('Lowest price in Taka').fill('155,000')
      await findShowButton(page).click()
      await expect(page).toHaveURL('/bikes?q=apache&priceFrom=155000')
      await expect(page.getByRole('link', { name: 'Remove from ৳1,55,000' })).toBeVisible()

      const checkboxes = page.getByRole('checkbox', { name: /^Compare / })
      await checkboxes.nth(0).check()
      await checkboxes.nth(1).check()
      await page.getByRole('link', { name: 'Compare 2 bikes' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Side by side' })).toBeVisible()
      await expect(page.getByRole('columnheader').getByRole('link', { name: /^TVS Apache/ })).toHaveCount(2)
      await expect(page.getByRole('row', { name: /^Kilometres/ })).toBeVisible()
      await page
        .getByRole('columnheader')
        .getByRole('link', { name: /^TVS Apache/ })
        .first()
        .click()

      await expect(page.getByRole('heading', { level: 1, name: /Apache/ })).toBeVisible()
      // Read at once: the heading belongs to this address.
      const address = page.url()
      await page.getByRole('button', { name: 'Copy link' }).click()
      await expect(findExactText(page, 'The link is copied')).toBeVisible()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)

      await page.getByRole('link', { name: 'Log in to see the contact number' }).click()
      await page.getByLabel('Email').fill(buyer.email)
      await page.getByLabel('Password', { exact: true }).fill(buyer.password)
      await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL(address)
      await page.getByRole('button', { name: /^01\d{3}-•{6} Show number$/ }).click()
      await expect(page.getByRole('main').getByRole('link', { name: /^01\d{3}-\d{6}$/ })).toBeFocused()
      await page.getByRole('button', { name: 'Book Now' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Contact Number').fill('01712345678')
      await dialog.getByLabel('Meeting Location').fill('Mirpur 10 circle')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await expect(findExactText(page, 'Booking confirmed')).toBeVisible()
    },
  )
})

test.describe('what was understood', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ browserErrors }) => browserErrors.allow(/^GET \/assets\/[\w-]+\.js csp$/))

  test('is shown as filters, each of which can be removed or changed by a link', async ({ page }) => {
    await page.goto('/bikes?q=apache under 1.9 lakh first owner')
    const filters = page.getByRole('list', { name: 'Your filters' })
    await expect(filters.getByRole('link', { name: 'Remove First owner' })).toBeVisible()
    await filters.getByRole('link', { name: 'Change up to ৳1,90,000' }).click()

    await expect(page).toHaveURL('/bikes?q=apache+first+owner&priceTo=190000')
    await expect(page.locator('#priceTo')).toHaveValue('190000')
    await filters.getByRole('link', { name: 'Remove First owner' }).click()
    await expect(page).toHaveURL('/bikes?q=apache&priceTo=190000')
    await filters.getByRole('link', { name: 'Remove Apache' }).click()
    await expect(page).toHaveURL('/bikes?priceTo=190000')
  })

  test(
    'is "not" what the words exclude; the chip allows it again, and words that were not used are told',
    { tag: '@long' },
    async ({ page }) => {
      for (const { path, query, chip, remove, unused } of [
        {
          path: '/bikes',
          query: 'not bajaj urgent sale',
          chip: 'not Bajaj',
          remove: 'Remove not Bajaj',
          unused: 'We did not use: urgent sale',
        },
        {
          path: '/bn/bikes',
          query: 'বাজাজ ছাড়া জরুরি',
          chip: 'বাজাজ নয়',
          remove: 'বাদ দিন: বাজাজ নয়',
          unused: 'খোঁজায় কাজে লাগেনি: জরুরি',
        },
      ]) {
        await page.goto(`${path}?q=${query}`)
        const filters = page.getByRole('list', { name: /Your filters|আপনার ফিল্টার/ })
        await expect(filters.getByText(chip)).toBeVisible()
        await expect(page.getByText(unused)).toBeVisible()
        await expect(findCards(page).filter({ hasText: /bajaj|pulsar|বাজাজ/i })).toHaveCount(0)
        await filters.getByRole('link', { name: remove }).click()
        await expect(page).toHaveURL((url) => !url.search.includes('bajaj') && !decodeURI(url.search).includes('বাজাজ'))
        await expect(findCards(page).filter({ hasText: /bajaj|pulsar|বাজাজ/i })).not.toHaveCount(0)
      }
    },
  )

  test(
    'and what was given up is told, in the heading and exactly, in both languages',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/bikes?q=harley')
      await expect(page.getByRole('heading', { level: 1, name: 'No match for “harley”. Close to it:' })).toBeVisible()
      await page.goto('/bn/bikes?q=apache teknaf 1985')
      await expect(
        page.getByRole('heading', { level: 1, name: '“apache teknaf 1985” মেলেনি। কাছাকাছি যা আছে:' }),
      ).toBeVisible()
      await expect(page.getByText('“1985”: সব বছর; “teknaf”: বাদ দিয়েছি')).toBeVisible()
      await expect(page.getByRole('combobox').locator('option:checked')).toHaveText('সবচেয়ে কাছাকাছি আগে')
    },
  )
})

test(
  'a search that finds nothing offers first to save it, then the price guide of the model',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('karim')
    await page.goto('/bikes?q=r15 v3 under 20000')
    await waitUntilReady(page)
    const empty = page.locator('.empty')
    await expect(empty.getByRole('heading', { name: 'No bike like this is on sale' })).toBeVisible()
    await expect(empty.getByRole('button').or(empty.getByRole('link')).first()).toHaveText('Save this search')
    await empty.getByRole('button', { name: 'Save this search' }).click()
    await expect(findExactText(page, 'Search saved. We e-mail you when a new bike matches.')).toBeVisible()
    await empty.getByRole('link', { name: 'Price guide: R15 V3' }).click()
    await expect(page).toHaveURL('/guide/yamaha/r15-v3')
  },
)

test('the page of a sold bike stays, is marked as sold, and shows nobody the number', async ({
  openPageAs,
  page,
  server,
}) => {
  const rahim = await createClientFor(server, getPerson('rahim'))
  const sold = (await rahim('GET /allbikes/myproduct')).find(({ status }) => status === 'sold')
  const { slug } = await rahim('GET /allbikes/myproduct/:id', { params: { id: sold?._id ?? '' } })
  for (const reader of [page, await openPageAs('karim')]) {
    await reader.goto(`/bikes/${slug}`)
    await waitUntilReady(reader)
    await expect(reader.getByText('This bike is sold', { exact: true })).toBeVisible()
    await expect(reader.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
    const html = await readSource(reader)
    const ownHtml = html.replaceAll(/"similar":\[.*?\]/g, '')
    expect(ownHtml).not.toMatch(/\b01\d{3}-?(?:\d|•){6}|@motohaat\.test/)
  }
})

test('a click before the page of a bike is hydrated is not lost', { tag: '@long' }, async ({ page }) => {
  await page.goto('/bikes')
  await page.goto(await readLinkPath(findCards(page).first().getByRole('link')))
  await waitUntilReady(page)
  await page.getByRole('button', { name: 'Book Now' }).filter({ visible: true }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Please Login for Booking' })).toBeVisible()
})

/** A bike on sale with several photos; bikes of other tests have one. */
const findSlugWithPhotos = async (server: TestServer): Promise<string> => {
  const client = await createClientFor(server, getPerson('karim'))
  const { bikes } = await client('GET /bikes', { query: { limit: '100' } })
  for (const { slug } of bikes) {
    const { moreImages } = await client('GET /bikes/:slug', { params: { slug } })
    if (moreImages.length > 0) return slug
  }
  throw new Error('No bike on sale has more photos than one.')
}

test(
  'the photos of a bike are changed by the keyboard, the arrows and the thumbnails',
  { tag: ['@desktop', '@long'] },
  async ({ page, server }) => {
    await page.goto(`/bikes/${await findSlugWithPhotos(server)}`)
    await waitUntilReady(page)
    const gallery = page.getByRole('region', { name: 'Photos of the bike' })
    await expect(gallery.getByText(/^1 of \d$/)).toBeVisible()

    await gallery.getByRole('button', { name: 'Next photo' }).click()
    await expect(gallery.getByText(/^2 of \d$/)).toBeVisible()
    const small = gallery.getByRole('link', { name: 'Photo 1' })
    // Thumbnails are hidden on phones.
    await (!isNarrow(page) ? small : gallery.getByRole('button', { name: 'Previous photo' })).click()
    await expect(gallery.getByText(/^1 of \d$/)).toBeVisible()
    await gallery.getByRole('list').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(gallery.getByText(/^2 of \d$/)).toBeVisible()
  },
)

test(
  'the page of a bike has structured data and a link preview with a picture',
  { tag: '@long' },
  async ({ page, server }) => {
    await page.goto('/bikes?q=gixxer')
    await findCards(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: /Gixxer/ })).toBeVisible()
    await page.reload()
    const findMeta = (property: string) => page.locator(`meta[property="${property}"]`)
    const price = await readAttribute(findMeta('product:price:amount'), 'content')
    const picture = await readAttribute(findMeta('og:image'), 'content')

    await expect(findMeta('og:title')).toHaveAttribute('content', new RegExp(formatTaka(Number(price))))
    await expect(page).toHaveURL(await readAttribute(findMeta('og:url'), 'content'))
    expect(picture.startsWith(`${server.url}/share/`)).toBe(true)
    const pictureResponse = await page.request.get(picture)
    expect([pictureResponse.status(), pictureResponse.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    // Read at once: the served page has it, as it has the rest of its head.
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const [bike]: unknown[] = blocks.map((block) => JSON.parse(block))
    expect(bike).toMatchObject({ '@type': 'Motorcycle', offers: { price: Number(price), priceCurrency: 'BDT' } })
  },
)

test(
  'the areas of a district are filters on a narrow screen, with a chip, in both languages',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/bikes?district=dhaka')
    await waitUntilReady(page)
    await page.locator('label[for="filters"]').first().click()
    const area = page.getByRole('group', { name: 'Area' })
    const first = area.getByRole('checkbox').first()
    const name = (await readText(area.locator('label').first().locator('span').first())).trim()
    const count = (await readText(area.locator('label').first().locator('.n'))).trim()
    await first.check()
    await findShowButton(page).click()

    await expect(page).toHaveURL(/area=/)
    await expect(page.getByRole('link', { name: `Remove ${name}` })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(count === '1' ? '1 bike' : `${count} bikes`)

    await page.goto('/bn/bikes?district=dhaka&area=mirpur')
    await expect(page.getByRole('link', { name: 'বাদ দিন: মিরপুর' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  },
)
