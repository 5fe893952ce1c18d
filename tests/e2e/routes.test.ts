// Spec §2: routes and their guards, the top navigation, the side menu, and the 404 page.
import { expect, openMenu, readLinkPath, waitUntilReady, test, longUnless } from './e2e-test.ts'
import { languages } from './languages.ts'

const [, bangla] = languages
const absentId = '019a0000-0000-7000-8000-000000000000'

test.describe('the top navigation', () => {
  test('shows a visitor Home, Blog, Login and Registration', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/')
    await openMenu(page)
    const bar = page.getByRole('banner')

    for (const name of ['Home', 'Blog', 'Login', 'Registration'])
      await expect(bar.getByRole('link', { name, exact: true }).filter({ visible: true })).toHaveCount(1)
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await expect(bar.getByRole('button', { name: 'Log out' })).toHaveCount(0)
  })

  test('shows a member Home, Blog, Dashboard, their icon and Log out', { tag: '@desktop' }, async ({ openPageAs }) => {
    const page = await openPageAs('karim')
    await page.goto('/')
    await openMenu(page)
    const bar = page.getByRole('banner')

    for (const name of ['Home', 'Blog', 'Dashboard'])
      await expect(bar.getByRole('link', { name, exact: true }).filter({ visible: true })).toHaveCount(1)
    await expect(bar.getByRole('img', { name: 'Signed in as Karim Sheikh' }).filter({ visible: true })).toHaveCount(1)
    await expect(bar.getByRole('button', { name: 'Log out' }).filter({ visible: true })).toHaveCount(1)
    await expect(bar.getByRole('link', { name: 'Login' })).toHaveCount(0)
  })

  test("shows a member's own photo where there is one", { tag: '@long' }, async ({ openPageAs, buyer }) => {
    const page = await openPageAs(buyer)
    await page.goto('/')
    await openMenu(page)

    const photo = page
      .getByRole('banner')
      .getByRole('img', { name: `Signed in as ${buyer.name}` })
      .filter({ visible: true })
    await expect(photo).toHaveAttribute('src', /^https:/)
  })
})

test("a buyer's side menu has My Orders and My Wishlist", { tag: '@desktop' }, async ({ openPageAs }) => {
  const page = await openPageAs('sadia')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^You have \d+ orders$/ })).toBeVisible()

  const links = page.getByRole('navigation', { name: 'Dashboard', exact: true }).getByRole('link')
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute('href')])))
    .toEqual([
      ['My Orders', '/dashboard'],
      ['My Wishlist', '/dashboard/wishlist'],
      // Not in the specification.
      [expect.stringMatching(/^Messages/), '/dashboard/chats'],
      ['Saved Searches', '/dashboard/searches'],
      ['My Account', '/dashboard/account'],
    ])
})

test.describe('without the required login', () => {
  for (const path of [
    '/dashboard',
    '/dashboard/wishlist',
    '/categoryDetails/Yamaha',
    `/dashboard/payment/${absentId}`,
    `/dashboard/payments/${absentId}`,
  ]) {
    test(
      `${path} redirects to /login, remembering the page`,
      { tag: longUnless(path === '/dashboard') },
      async ({ page }) => {
        await page.goto(path)

        await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('from') === path)
        await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
      },
    )
  }

  test('protected routes show a spinner while the session is loading', async ({ page }) => {
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    await page.route('**/api/auth/get-session', async (route) => {
      await gate
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()

    openGate()
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('after login a person returns to a page of this shop only', () => {
  for (const from of [
    '//evil.example/',
    '/\\evil.example/',
    'https://evil.example/',
    '/\t/evil.example/',
    '/..//evil.example/',
    'javascript:alert(1)',
    '/login?from=//evil.example',
  ]) {
    test(
      `from=${JSON.stringify(from)} goes to /`,
      { tag: longUnless(from === '//evil.example/') },
      async ({ openPageAs, server }) => {
        const page = await openPageAs('arif')
        await page.goto(`/login?from=${encodeURIComponent(from)}`)

        await expect(page).toHaveURL((url) => url.origin === server.url && url.pathname === '/')
      },
    )
  }
})

test.describe('a person gets lost', () => {
  for (const path of ['/nowhere', '/dashboard/nowhere', '/blog/nowhere']) {
    test(`${path} shows the 404 page`, { tag: longUnless(path === '/nowhere') }, async ({ page, browserErrors }) => {
      browserErrors.allow(`GET ${path} 404`)
      const answer = await page.goto(path)

      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: "Look like you're lost" })).toBeVisible()
      await expect(page.getByText('The page you are looking for not available!')).toBeVisible()
      await waitUntilReady(page)
      await page.getByRole('main').getByRole('link', { name: /home/i }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
    })
  }

  test(
    '/bn/nowhere shows it in Bangla, and leads home in Bangla',
    { tag: '@long' },
    async ({ page, browserErrors }) => {
      const { namespaces } = bangla
      browserErrors.allow('GET /bn/nowhere 404')
      const answer = await page.goto('/bn/nowhere')

      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: namespaces.notFound.pageNotFound.heading })).toBeVisible()
      await expect(page.getByText(namespaces.notFound.pageNotFound.text)).toBeVisible()
      await waitUntilReady(page)
      await page.getByRole('main').getByRole('link', { name: namespaces.notFound.pageNotFound.home }).click()
      await expect(page).toHaveURL(/\/bn$/)
      await expect(page.getByRole('heading', { name: namespaces.home.categories.heading })).toBeVisible()
    },
  )

  for (const [path, call] of [
    ['/categoryDetails/Unknown', '/api/categoryDetails/Unknown'],
    [`/dashboard/payment/${absentId}`, `/api/bookings/${absentId}`],
    [`/dashboard/payments/${absentId}`, `/api/wishlists/${absentId}`],
  ]) {
    test(`${path} is not there for a member either`, { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
      browserErrors.allow(`GET ${call} 404`)
      const page = await openPageAs('arif')
      await page.goto(path ?? '')

      await expect(page.getByRole('heading', { name: "Look like you're lost" })).toBeVisible()
    })
  }

  test("another buyer's order is not there", { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
    browserErrors.allow(/^GET \/api\/bookings\/[\w-]+ 404$/)
    const karim = await openPageAs('karim')
    await karim.goto('/dashboard')
    const path = await readLinkPath(karim.getByRole('link', { name: 'Pay', exact: true }).first())
    const arif = await openPageAs('arif')
    await arif.goto(path)

    await expect(arif.getByRole('heading', { name: "Look like you're lost" })).toBeVisible()
  })
})
