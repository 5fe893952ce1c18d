// Spec §2, §6: side menus of sellers and the admin, and access to their screens.
import type { Page } from '@playwright/test'
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { expect, expectPage, longUnless, test, waitUntilReady } from './e2e-test.ts'
import { languages } from './languages.ts'

const sellerPages = ['/dashboard/myproducts', '/dashboard/addproducts']
const adminPages = ['/dashboard/allsellers', '/dashboard/allusers', '/dashboard/messages', '/dashboard/suspicious']

/** Expects these links with their texts, and no others. */
const expectSideMenu = (page: Page, entries: unknown[][]): Promise<void> => {
  const links = page.getByRole('navigation', { name: 'Dashboard', exact: true }).getByRole('link')
  return expect
    .poll(() =>
      links.evaluateAll((found) => found.map((link) => [link.textContent?.trim(), link.getAttribute('href')])),
    )
    .toEqual(entries)
}

// Not in the specification.
const commonLinks = [
  ['Saved Searches', '/dashboard/searches'],
  ['My Account', '/dashboard/account'],
]

test("a seller's side menu has My Products and Add a Product", { tag: '@desktop' }, async ({ openPageAs }) => {
  const page = await openPageAs('rahim')
  await page.goto('/dashboard/myproducts')
  await expect(page.getByRole('heading', { name: /^You Added \d+ Products$/ })).toBeVisible()

  await expectSideMenu(page, [
    ['My Products', '/dashboard/myproducts'],
    // With the number of bookings that wait for an answer.
    [expect.stringMatching(/^Deals/), '/dashboard/deals'],
    ['Money', '/dashboard/money'],
    ['Add a Product', '/dashboard/addproducts'],
    // Conversations, with the number of unread ones.
    [expect.stringMatching(/^Messages/), '/dashboard/chats'],
    ...commonLinks,
  ])

  await page.goto('/dashboard')
  await expect(page, 'what waits for a seller').toHaveURL(/\/dashboard\/(?:deals|myproducts)$/)
})

test("the admin's side menu has All Sellers and All Buyers", { tag: '@desktop' }, async ({ openPageAs }) => {
  const page = await openPageAs('ayesha')
  await page.goto('/dashboard/allsellers')
  await expect(page.getByRole('heading', { name: /^Sellers: \d+$/ })).toBeVisible()

  await expectSideMenu(page, [
    // Not in the specification: what happened, and all deals.
    ['Overview', '/dashboard/overview'],
    ['Bookings and deals', '/dashboard/alldeals'],
    ['All Sellers', '/dashboard/allsellers'],
    ['All Buyers', '/dashboard/allusers'],
    // Not in the specification: contact messages,
    ['Messages', '/dashboard/messages'],
    // the catalogue,
    ['Brands and models', '/dashboard/catalogue'],
    // suspicious prices,
    ['Suspicious prices', '/dashboard/suspicious'],
    // reported problems, who did what, the lists of money, and reports.
    ['Problems', '/dashboard/disputes'],
    ['Audit trail', '/dashboard/audit'],
    ['Fees and deadlines', '/dashboard/fees'],
    ['Payouts', '/dashboard/payouts'],
    ['Payments', '/dashboard/allpayments'],
    ['Refunds', '/dashboard/allrefunds'],
    ['Ledger', '/dashboard/ledger'],
    // With how many are to decide, where there are any.
    [expect.stringMatching(/^Cases(?:\d+ to decide)?$/), '/dashboard/cases'],
    ['Papers to check', '/dashboard/papers'],
    ['Stolen bikes', '/dashboard/stolen-reports'],
    ...commonLinks,
  ])
})

const privateCalls = /\/api\/(?:sellers|buyers|messages|suspicious|allbikes\/myproduct)\b/

for (const [who, pages] of [
  ['karim', [...sellerPages, ...adminPages]],
  ['farhana', adminPages],
  ['ayesha', sellerPages],
] as const) {
  test(
    `${fixtures[who].role === 'Admin' ? 'the' : 'a'} ${fixtures[who].role.toLowerCase()} sees "not allowed" in place of another role's screens`,
    { tag: longUnless(who === 'karim') },
    async ({ openPageAs }) => {
      const page = await openPageAs(who)
      const requestedUrls: string[] = []
      page.on('request', (request) => void (privateCalls.test(request.url()) && requestedUrls.push(request.url())))
      for (const path of pages) {
        await page.goto(path)
        const isSelling = path === '/dashboard/addproducts' && fixtures[who].role === 'Buyer'
        const name = isSelling ? 'Sell with this account' : 'This page is not for your account'
        await expect(page.getByRole('heading', { name })).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        await expect(page.getByRole('table')).toHaveCount(0)
        // Read at once: the page is there, and its whole source is searched.
        const content = (await page.content()).replaceAll(fixtures[who].email, '')
        expect(content, path).not.toContain('@motohaat.test')
      }
      expect(requestedUrls, 'requests that can only fail').toEqual([])
    },
  )
}

for (const path of [...sellerPages, ...adminPages]) {
  test(
    `without the required login ${path} redirects to /login, and after it the person returns`,
    { tag: longUnless(path === '/dashboard/myproducts') },
    async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('from') === path)
      const { email } = adminPages.includes(path) ? fixtures.ayesha : fixtures.rahim
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('navigation', { name: 'Dashboard', exact: true })).toBeVisible()
    },
  )
}

for (const { name, localizePath, namespaces } of languages) {
  const { notAllowed } = namespaces.notFound
  const { email: emailLabel, password, submit } = namespaces.auth.login
  test(
    `a buyer on a seller's page in ${name} logs in with another account and comes back to it`,
    { tag: '@long' },
    async ({ openPageAs }) => {
      const page = await openPageAs('karim')
      await page.goto(localizePath('/dashboard/myproducts'))
      await page.getByRole('button', { name: notAllowed.anotherAccount }).click()
      await expect(page).toHaveURL(
        (url) => url.pathname === localizePath('/login') && url.searchParams.get('from') === '/dashboard/myproducts',
      )
      await page.getByLabel(emailLabel).fill(fixtures.rahim.email)
      await page.getByLabel(password, { exact: true }).fill(demoPassword)
      await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()

      await expect(page).toHaveURL((url) => url.pathname === localizePath('/dashboard/myproducts'))
      await expect(page.getByRole('heading', { name: notAllowed.heading })).toHaveCount(0)
      await expect(page.getByRole('table')).toBeVisible()
    },
  )
}

test('Back leaves the login page that a protected page redirected to', { tag: '@long' }, async ({ page }) => {
  await page.goto('/blog')
  // Wait by time: what the page still fetches is not known, and Firefox complains of it when the page is left.
  await page.waitForLoadState('networkidle')
  await page.goto('/dashboard/wishlist')
  await expectPage(page, { path: '/login', heading: 'Login' })
  await waitUntilReady(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/blog$/)
  // A link pushes its own entry, so the page with the link stays in the history.
  await page.getByRole('banner').getByRole('link', { name: 'Motohaat' }).click()
  await expectPage(page, { path: '/', heading: 'Used motorbikes, honest prices' })
  await page.getByRole('link', { name: 'View All Products' }).first().click()
  await expectPage(page, { path: '/login', heading: 'Login' })
  await page.goBack()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test(
  'on a phone the menu of the dashboard fades where it goes on, and an entry without a count leaves no gap',
  { tag: '@long' },
  async ({ openPageAs }) => {
    const page = await openPageAs('rahim')
    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole('navigation', { name: 'Dashboard', exact: true })
    for (const answerNow of [0, 12]) {
      await page.route('**/api/deals/count', (route) => route.fulfill({ json: { answerNow } }))
      await page.goto('/dashboard/myproducts')
      const deals = menu.getByRole('link', { name: answerNow === 0 ? /^Deals$/ : /^Deals.*12/ })
      // From the end of its word to the end of the entry: its padding of 12 px, and nothing else.
      const measureGap = () =>
        deals.evaluate((entry) => {
          const words = document.createRange()
          words.selectNode([...entry.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? entry)
          return Math.round(entry.getBoundingClientRect().right - words.getBoundingClientRect().right)
        })
      await expect.poll(measureGap, `with ${answerNow} deals to answer`).toBe(12)
    }
    const readFades = () =>
      menu.evaluate((row) =>
        ['::before', '::after'].map((edge) => {
          const { position, backgroundImage } = getComputedStyle(row, edge)
          return { position, isFade: backgroundImage.startsWith('linear-gradient') }
        }),
      )
    const fade = { position: 'sticky', isFade: true }
    await expect.poll(readFades).toEqual([fade, fade])
  },
)

for (const { name: languageName, namespaces, localizePath } of languages)
  test(
    `on a phone the menu of the dashboard shows the entry of the current page (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs }) => {
      const { dashboard } = namespaces
      for (const [who, path, name] of [
        ['rahim', '/dashboard/money', dashboard.money],
        ['rokeya', '/dashboard/payouts', dashboard.payouts],
      ] as const) {
        const page = await openPageAs(who)
        // With motion the entry would be in view later, not at once.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const menu = page.getByRole('navigation', { name: dashboard.label, exact: true })
        const findEntry = (text: string) => menu.getByRole('link', { name: text, exact: true })
        await page.goto(localizePath(path))
        await expect(findEntry(name)).toHaveAttribute('aria-current', 'page')
        await expect(findEntry(name)).toBeInViewport({ ratio: 1 })
        await expect(menu).toHaveCSS('scroll-behavior', 'auto')
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        await findEntry(dashboard.account).click()
        await expect(findEntry(dashboard.account)).toHaveAttribute('aria-current', 'page')
        await expect(findEntry(dashboard.account)).toBeInViewport({ ratio: 1 })
      }
    },
  )
