// Checks of every screen: HTML, accessibility, language, and layout on narrow phones, with long names in the lists.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { findForeignTexts, recordMemberTexts, findWrongLanguageTags } from './crawler.ts'
import {
  findCutWords,
  findJoinedWords,
  findSmallTargets,
  findTouchingNotes,
  getDialogWidthPx,
} from './layout-checks.ts'
import { expect, test, longUnless } from './e2e-test.ts'
import { tabThroughPage } from './keyboard.ts'
import { chooseLanguages, type TestLanguage } from './languages.ts'
import { findMarkupErrors, recordDocuments } from './markup.ts'
import { registerBuyer, registerSeller, type Person } from './people.ts'
import { isPublic } from './screen-routes.ts'
import type { Screen } from './screen.ts'
import { screens, rowsWithoutScreen } from './screens.ts'
import type { TestServer } from './test-server.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const formPx = 480
const longName = `Wolfeschlegelsteinhausenbergerdorff${'w'.repeat(45)}`

type Visitors = { server: TestServer; buyer: Person; name: string | undefined }

/** The person who opens the screen. */
const getPerson = ({ who }: Screen, { server, buyer, name }: Visitors) =>
  who === 'seller' ? registerSeller(server, name) : who === 'buyer' ? buyer : who

/** Lets the bar of a deal or of an edited bike stand at its end, or follow the page: axe takes what is behind it now for covered for ever. */
const setBar = (page: Page, position: 'static' | '') =>
  page.evaluate((value) => {
    const bar = document.querySelector<HTMLElement>('.actbar, .savebar')
    if (bar) bar.style.position = value
  }, position)

const findAxeViolations = async (page: Page, scope: 'everything' | 'colours', disabledRules: string[] = []) => {
  await setBar(page, 'static')
  // Only violations, and only in this document: collecting passes for a thousand nodes is slow.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const configuredBuilder =
    scope === 'everything' ? builder.withTags(rules).disableRules(disabledRules) : builder.withRules(['color-contrast'])
  const { violations } = await configuredBuilder.analyze()
  await setBar(page, '')
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}

/** How far the page is wider than the viewport, in px. */
const getOverflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The texts that stand less than 8 px below the scallops, which hang 9 px below the bar. A dialog covers the bar. */
const findTextsAtAwning = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const tooHigh: string[] = []
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text)
      const { top, width, height } = range.getBoundingClientRect()
      const isShown = width > 1 && height > 1 && text.parentElement?.closest('.sr-only, .skip, dialog') === null
      if (isShown && top < bar + 9 + 8) tooHigh.push(`${Math.round(top - bar - 9)} px: ${text.textContent}`)
    }
    return tooHigh
  })

// A few bikes of a category are enough, because their cards are alike.
const limitBikes = (page: Page) =>
  page.route(/categoryDetails\/\w+\?limit/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=3'),
    }),
  )

const listCalls =
  /\/api\/(?:categoryDetails|bookings|wishlists?(?!\/products)|allbikes\/myproduct|sellers|buyers|messages|suspicious)(?:[/?]|$)/
const texts = /"(sellerName|productName|location|name|email|subject|message)":"(?:[^"\\]|\\.)*"/g

/** Shows this name wherever a list has a text of a member. */
const showLongNames = (page: Page) =>
  page.route(listCalls, async (route) => {
    const answer = await route.fetch()
    const text = (await answer.text()).replaceAll(texts, `"$1":"${longName}"`)
    await route.fulfill({ response: answer, body: text })
  })

// A payment holds its bike, so each payment has its own.
const bikesToPay = {
  en: ['apache150-jamalpur', 'raider-feni'],
  bn: ['apache150-faridpur', 'saluto-bogura'],
} as const

// The screens of every run, each in one language; `npm run test:long` has all screens in both.
const languagesOfEveryRun: Partial<Record<string, TestLanguage['code']>> = {
  home: 'bn',
}

test('every row of the routes table is visited', () => {
  expect(rowsWithoutScreen, 'name a screen with `shows` for these in tests/e2e/screens.ts').toEqual([])
})

test.describe('anybody can use', () => {
  // Not mobile emulation, which would widen the page instead of reporting overflow.
  test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light', isMobile: false })

  for (const screen of screens) {
    const { name, open } = screen
    test(
      `${name}, in light and in dark`,
      {
        tag: [
          ...(name === 'home' || name === 'orders' ? ['@desktop'] : []),
          ...longUnless(languagesOfEveryRun[name] !== undefined),
        ],
      },
      async ({ openPageAs, server, browserErrors, viewport, hasTouch }) => {
        test.slow()
        browserErrors.allow(...(screen.allowedErrors ?? []))
        const hasNames = screen.route !== undefined && screen.who !== 'visitor'
        const buyerName = hasNames ? longName : undefined
        const buyer = await registerBuyer(server, buyerName)
        const page = await openPageAs(await getPerson(screen, { server, buyer, name: buyerName }))
        const members = recordMemberTexts(page)
        const served = recordDocuments(page)
        await limitBikes(page)
        if (hasNames) await showLongNames(page)
        for (const language of chooseLanguages(languagesOfEveryRun[name] ?? 'en')) {
          const { code } = language
          await page.emulateMedia({ colorScheme: 'light' })
          if (viewport) await page.setViewportSize(viewport)
          await open({ server, buyer, page, language, bike: bikesToPay[code][name.includes('wishlist') ? 1 : 0] })

          await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
          // Read at once: the page is open, and nothing leads away from it.
          const path = new URL(page.url()).pathname.replace(/^\/bn(?=\/|$)/, '') || '/'
          expect.soft(await findMarkupErrors(page, await served()), `HTML in ${code}`).toEqual([])
          expect.soft(await findForeignTexts(page, language, await members()), `words in ${code}`).toEqual([])
          expect
            .soft(await findWrongLanguageTags(page, language, server.url, isPublic(path)), `marks of ${code}`)
            .toEqual([])
          expect.soft(await findJoinedWords(page), `words without a space in ${code}`).toEqual([])
          expect.soft(await findTextsAtAwning(page), `texts at the awning in ${code}`).toEqual([])
          expect.soft(await findTouchingNotes(page), `notices that touch in ${code}`).toEqual([])
          expect.soft(await findAxeViolations(page, 'everything', screen.disabledRules), `axe in ${code}`).toEqual([])
          // Target size matters for touch only.
          if (hasTouch) expect.soft(await findSmallTargets(page), `targets smaller than 44 px in ${code}`).toEqual([])
          await page.emulateMedia({ colorScheme: 'dark' })
          await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
          expect.soft(await findAxeViolations(page, 'colours'), `axe in the dark in ${code}`).toEqual([])
          // 1280 px at 200 % and 400 % zoom are 640 and 320 px.
          for (const width of [640, 360, 320]) {
            await page.setViewportSize({ width, height: 640 })
            expect.soft(await getOverflowPx(page), `at ${width} px in ${code}`).toBe(0)
          }
          // A wide screen shows lists and what is open side by side.
          await page.setViewportSize({ width: 1280, height: 800 })
          expect.soft(await getOverflowPx(page), `at 1280 px in ${code}`).toBe(0)
          expect.soft(await getDialogWidthPx(page), `a form is no wider in ${code}`).toBeLessThanOrEqual(formPx)
          const wideViolations = await findAxeViolations(page, 'everything', screen.disabledRules)
          expect.soft(wideViolations, `axe at 1280 px in ${code}`).toEqual([])
          // Text alone at twice its size, as people set it on a phone.
          await page.setViewportSize({ width: 360, height: 740 })
          await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
          expect.soft(await getOverflowPx(page), `at 360 px with text at 200 % in ${code}`).toBe(0)
          expect.soft(await findCutWords(page), `words cut off with text at 200 % in ${code}`).toEqual([])
          await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
          // The order of stops is that of the page, whichever the language.
          if (code === 'en') expect.soft((await tabThroughPage(page)).errors, 'with the Tab key').toEqual([])
        }
        // A list may still be on its way.
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      },
    )
  }
})

test.describe('a list that fails to load shows an error, and loads with "Try again"', () => {
  for (const [who, path, call, heading] of [
    ['rahim', '/dashboard/myproducts', 'allbikes/myproduct', /^You Added \d+ Products$/],
    ['ayesha', '/dashboard/allsellers', 'sellers', /^Sellers: \d+$/],
    ['ayesha', '/dashboard/allusers', 'buyers', /^Buyers: \d+$/],
    ['ayesha', '/dashboard/messages', 'messages', /^Messages: \d+$/],
    ['ayesha', '/dashboard/suspicious', 'suspicious', /^Suspicious prices$/],
  ] as const) {
    test(`at ${path}`, { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
      browserErrors.allow(`GET /api/${call} 500`)
      const page = await openPageAs(who)
      await page.route(`**/api/${call}?*`, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(path)
      await expect(page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      const current = page
        .locator('.sidemenu')
        .getByRole('link', { name: /./ })
        .and(page.locator('[aria-current=page]'))
      await expect(current, 'the menu stays').toHaveAttribute('href', path)

      await page.unroute(`**/api/${call}?*`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    })
  }
})

test.describe('the home page does not move while it loads', () => {
  for (const who of ['a visitor', 'a member'] as const) {
    test(`for ${who}`, { tag: ['@desktop', '@long'] }, async ({ openPageAs, page: visitor }) => {
      const page = who === 'a visitor' ? visitor : await openPageAs('karim')
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) shifts.push(Number('value' in shift ? shift.value : 0))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto('/')
      const bar = page.getByRole('banner')
      await expect(bar.locator(who === 'a visitor' ? '.person--visitor' : '.person--member').first()).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      await page.mouse.wheel(0, 1_500)
      await expect(page.getByRole('contentinfo')).toBeAttached()

      const shifts = await page.evaluate(
        () =>
          new Promise<unknown>((resolve) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve('shifts' in window ? window.shifts : null)),
            ),
          ),
      )
      // Rounded to three digits: a glyph that moves by one pixel does not count.
      const seen = Array.isArray(shifts) ? shifts.filter((shift) => Number(shift) >= 0.0005) : shifts
      expect(seen).toEqual([])
    })
  }
})

test(
  "the response of a hotspot is not taken for the server's, and a second try shows the list",
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('ayesha')
    await page.route(/\/api\/messages/, (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Buy a ticket</h1>' }),
    )
    await page.goto('/dashboard/messages')
    await expect(page.getByText('Cannot reach Motohaat. Check your connection and try again.').first()).toBeVisible()
    await page.unroute(/\/api\/messages/)
    await page.getByRole('button', { name: 'Try again' }).click()

    await expect(page.getByRole('heading', { name: /^Messages: \d+$/ })).toBeVisible()
  },
)
