// What a person gets without looking for it: bikes with prices on the first screen, and few taps from home to booked.
import type { Locator, Page } from '@playwright/test'
import { findCard, getDemoBike, goToAllAdvertised } from './bikes.ts'
import { expect, expectPage, longUnless, openMenu, test, waitUntilReady } from './e2e-test.ts'
import {
  book,
  createClientFor,
  createNewPerson,
  findBikePath,
  getPerson,
  registerBuyer,
  servePhotos,
} from './people.ts'

/** Expects the first element with this text at most so many px below the top of the page. */
const expectNearTop = (page: Page, text: RegExp, maxTop: number): Promise<void> =>
  expect
    .poll(async () => {
      const box = await page.getByRole('main').getByText(text).first().boundingBox()
      return (box?.y ?? Infinity) + (await page.evaluate(() => scrollY))
    })
    .toBeLessThanOrEqual(maxTop)

/** Expects at least so many articles of the page to be wholly inside the window. */
const expectWhole = (page: Page, minCount: number): Promise<void> =>
  expect
    .poll(() =>
      page.getByRole('article').evaluateAll(
        (articles) =>
          articles.filter((article) => {
            const { top, bottom } = article.getBoundingClientRect()
            return top >= 0 && bottom <= innerHeight
          }).length,
      ),
    )
    .toBeGreaterThanOrEqual(minCount)

/** The fonts that the page has fetched. */
const listFonts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.woff2')),
  )

// The carousel of the specification is on the page.
const maxTopPx = { 360: 1_000, 1280: 740 } as const

for (const path of ['/', '/bn']) {
  test(
    `the first screen of ${path} says what is sold and for how much`,
    { tag: ['@desktop', ...longUnless(path === '/')] },
    async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('[aria-roledescription]').first()).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        path === '/' ? 'Used motorbikes, honest prices' : 'পুরোনো বাইক, ন্যায্য দামে',
      )
      const width = page.viewportSize()?.width === 360 ? 360 : 1280
      // Not the chip of a budget.
      await expectNearTop(page, /^৳[\d০-৯]/, maxTopPx[width])
      await expect(page.getByRole('search')).toBeInViewport()
    },
  )
}

const entryScript = /\/assets\/entry-client-[^/]+\.js/

/** Words of the page that the small fonts do not have: a missing conjunct falls apart into parts, which are wider or narrower. */
const listBrokenWords = (page: Page): Promise<{ differ: string[]; count: number }> =>
  page.evaluate(async () => {
    const words = [...new Set(document.body.innerText.match(/[\u0980-\u09FE\u200C\u200D]+/g))]
    const canvas = document.createElement('canvas').getContext('2d')
    const measure = async (family: string, weight: number): Promise<number[]> => {
      const font = `${weight} 100px "${family}"`
      await document.fonts.load(font, words.join(' '))
      return words.map((word) => {
        if (canvas) canvas.font = font
        return canvas?.measureText(word).width ?? 0
      })
    }
    const differ: string[] = []
    for (const weight of [400, 700]) {
      const [small, whole] = [await measure('Anek Small', weight), await measure('Anek Bangla', weight)]
      differ.push(...words.filter((_, i) => small[i] !== whole[i]))
    }
    return { differ, count: words.length }
  })

/** Words that the page draws with another width than the whole font does, in the same size and weight. */
const listWronglyDrawn = (page: Page): Promise<{ wrong: string[]; count: number }> =>
  page.evaluate(() => {
    const measureWhole = (
      word: string,
      { fontSize, fontWeight, letterSpacing, fontVariantNumeric }: CSSStyleDeclaration,
    ) => {
      const span = document.createElement('span')
      const style = { fontSize, fontWeight, letterSpacing, fontVariantNumeric, fontFamily: 'Anek Bangla' }
      Object.assign(span.style, { ...style, position: 'absolute', whiteSpace: 'pre' })
      document.body.append(Object.assign(span, { textContent: word }))
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (texts.nextNode()) nodes.push(texts.currentNode)
    const found = nodes.flatMap((node) => {
      const style = node.parentElement && getComputedStyle(node.parentElement)
      // The Taka sign has a font of its own. What people wrote has a font of the computer until the page's code is there.
      if (!style || style.fontFamily.includes('"Bangla Fallback", "Anek Small"')) return []
      return [...(node.textContent ?? '').matchAll(/[\u0980-\u09F2\u09F4-\u09FE\u200C\u200D]+/g)].flatMap(
        ({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const { width } = range.getBoundingClientRect()
          return width === 0 ? [] : [{ word, isWrong: Math.abs(width - measureWhole(word, style)) > 0.5 }]
        },
      )
    })
    return { wrong: found.filter(({ isWrong }) => isWrong).map(({ word }) => word), count: found.length }
  })

for (const name of ['home page', 'list', 'page of a bike']) {
  test(
    `the small fonts have every word of the ${name} in Bangla, and no other font is fetched before the code`,
    { tag: '@long' },
    async ({ page, server, buyer }) => {
      const bikePath = await findBikePath(server, buyer, 'raider-badda')
      // The page's code never comes.
      await page.route(entryScript, () => {})
      await page.goto(name === 'home page' ? '/bn' : name === 'list' ? '/bn/bikes' : `/bn${bikePath}`)
      await expect.poll(() => listFonts(page)).toHaveLength(2)
      await page.evaluate(() => document.fonts.ready)
      const fonts = await listFonts(page)
      expect(fonts.filter((font) => !/anek-small/.test(font))).toEqual([])

      const broken = await listBrokenWords(page)
      expect(broken.count).toBeGreaterThan(50)
      expect(broken.differ, 'words to cut the fonts anew for: node scripts/cut-fonts.ts').toEqual([])
      const drawn = await listWronglyDrawn(page)
      expect(drawn.count).toBeGreaterThan(50)
      expect(drawn.wrong, 'words that the page draws otherwise').toEqual([])
    },
  )
}

test(
  'a place in Bangla has the whole font on English and Bangla pages, after the page is painted',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs('visitor')
    const sellerClient = await createClientFor(server, getPerson('rahim'))
    const mine = await sellerClient('GET /allbikes/myproduct', { query: { limit: '100' } })
    const { slug, location = '' } = mine.find((bike) => /\p{Script=Bengali}/u.test(bike.location)) ?? {}
    const wholeFont = /anek-bangla-400/
    for (const path of [`/bikes/${slug}`, `/bn/bikes/${slug}`]) {
      await page.route(entryScript, () => {})
      await page.goto(path)
      await expect(page.getByText(location).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await expect.poll(() => listFonts(page), 'before the code').not.toContainEqual(expect.stringMatching(wholeFont))
      await page.unroute(entryScript)
      await page.reload()
      await waitUntilReady(page)
      // Names may be in Bangla too.
      for (const written of [page.getByText(location), page.getByRole('heading', { level: 1 })])
        await expect(written.first()).toHaveCSS('font-family', /"Anek Bangla",/)
      await expect.poll(() => listFonts(page)).toContainEqual(expect.stringMatching(wholeFont))
    }
  },
)

test('the first screen searches, and its chips are searches', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('searchbox').fill('gixxer')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/bikes\?q=gixxer$/)
  await page.goBack()
  await expectPage(page, { path: '/', heading: 'Used motorbikes, honest prices' })
  await page.getByRole('list', { name: 'Often looked for' }).getByRole('link', { name: 'Scooters' }).click()
  await expect(page).toHaveURL(/\/bikes\?kind=scooter$/)
})

test(
  'the chips of a category sort and filter the bikes of its brand',
  { tag: '@long' },
  async ({ openPageAs, buyer }) => {
    const page = await openPageAs(buyer)
    await page.goto('/categoryDetails/Royal Enfield')
    const chips = page.getByRole('navigation', { name: 'Sort and filter' })
    await expect(chips.getByRole('link', { name: 'Under ৳1,00,000' })).toHaveAttribute(
      'href',
      '/bikes?brand=royal-enfield&priceTo=100000',
    )
    await page.goto('/categoryDetails/Suzuki')
    await chips.getByRole('link', { name: 'Lowest price first' }).click()
    await expect(page).toHaveURL(/\/bikes\?brand=suzuki&sort=price$/)
    await expect(page.getByRole('heading', { level: 1, name: /^\d+ bikes$/ })).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('Suzuki')
  },
)

// Other journeys list bikes of Suzuki.
for (const path of ['/bikes', '/bikes?q=tvs']) {
  test(`three bikes of ${path} are wholly visible on a phone`, { tag: '@long' }, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    // The fonts may come a moment later.
    await expectWhole(page, 3)
  })
}

test('a visitor books a bike of the home page with four taps, and gives only what is asked', async ({
  openPageAs,
  server,
}) => {
  const buyer = await registerBuyer(server)
  const page = await openPageAs('visitor')
  await servePhotos(page.context())
  const { name } = getDemoBike('ntorq-zindabazar')
  await goToAllAdvertised(page)
  await waitUntilReady(page)
  await findCard(page, 'ntorq-zindabazar').getByRole('button', { name: 'Book Now' }).click()
  const sheet = page.getByRole('alertdialog', { name: 'Please Login for Booking' })
  await sheet.getByRole('link', { name: 'Login', exact: true }).click()
  // The contact form of the home page has an Email field too.
  await expectPage(page, { path: '/login', heading: 'Login' })
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(`input[value="${name}"]`)).toBeVisible()
  await dialog.getByLabel('Contact Number').fill('01712345678')
  await dialog.getByLabel('Meeting Location').fill('Zindabazar point')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  // The styles of the panel and those of the deal are one file; the panel takes its own along when it closes.
  await dialog.getByRole('link', { name: 'See my order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /’s answer$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem').first()).toHaveCSS('display', 'grid')
})

test(
  'a visitor registers and books a bike of the home page with ten taps, five of them into a field',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('visitor')
    const person = createNewPerson()
    const counts = { taps: 0, fields: 0 }
    const tap = async (target: Locator) => {
      await target.click()
      counts.taps += 1
    }
    const type = async (target: Locator, text: string) => {
      await target.fill(text)
      counts.fields += 1
    }
    await goToAllAdvertised(page)
    await waitUntilReady(page)
    await tap(findCard(page, 'ntorq-zindabazar').getByRole('button', { name: 'Book Now' }))
    const sheet = page.getByRole('alertdialog', { name: 'Please Login for Booking' })
    await tap(sheet.getByRole('link', { name: 'Registration' }))
    await expectPage(page, { path: '/register', heading: 'Register' })
    await type(page.getByLabel('Your Name'), person.name)
    await type(page.getByLabel('Email address'), person.email)
    await type(page.getByLabel('Password', { exact: true }), person.password)
    await tap(page.getByRole('main').getByRole('button', { name: 'Register', exact: true }))
    await expectPage(page, { path: '/login', heading: 'Login' })
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
    await tap(page.getByRole('main').getByRole('button', { name: 'Login', exact: true }))

    const dialog = page.getByRole('dialog')
    await type(dialog.getByLabel('Contact Number'), '01712345678')
    await type(dialog.getByLabel('Meeting Location'), 'Zindabazar point')
    await tap(dialog.getByRole('button', { name: 'Submit' }))
    await expect(dialog.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible()
    // A tap into each field comes on top.
    expect({ ...counts, allTaps: counts.taps + counts.fields }).toEqual({ taps: 5, fields: 5, allTaps: 10 })
  },
)

test(
  'who registers from the bar comes back to the bike, and who wants to sell comes to the form as a Seller',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const page = await openPageAs('visitor')
    const path = await findBikePath(server, buyer, 'ntorq-zindabazar')
    await page.goto(path)
    await openMenu(page)
    await page.getByRole('banner').getByRole('link', { name: 'Registration' }).click()
    await expect(page).toHaveURL(`${server.url}/register?${new URLSearchParams({ from: path })}`)
    await expect(page.getByRole('radio', { name: 'Buyer' })).toBeChecked()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sell your bike' }).click()
    await expect(page).toHaveURL(/\/register\?from=\/dashboard\/addproducts$/)
    await expect(page.getByRole('radio', { name: 'Seller' })).toBeChecked()
  },
)

test(
  'a member books the next bike with two taps and no field: number and place are remembered',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    await book(server, buyer, 'burgman-kalabagan')
    const page = await openPageAs(buyer)
    await goToAllAdvertised(page)
    await waitUntilReady(page)
    await findCard(page, 'ntorq-zindabazar').getByRole('button', { name: 'Book Now' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Contact Number')).toHaveValue('01712345678')
    await expect(dialog.getByLabel('Meeting Location')).not.toHaveValue('')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible()
  },
)
