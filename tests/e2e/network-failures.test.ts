// What a person sees when the environment fails: no JavaScript, slow network, server errors, ended session.
import { fixtures, demoPassword } from '#seed/fixtures.ts'
import { findCard } from './bikes.ts'
import { expect, openMenu, waitUntilReady, test } from './e2e-test.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // Chromium reports scripts that it may not run as failed requests.
  test.beforeEach(({ browserErrors }) => browserErrors.allow(/^GET \/assets\/\S+\.js csp$/))

  test('the home page can be read', { tag: ['@desktop', '@long'] }, async ({ page }) => {
    await page.goto('/')

    for (const name of ['Our Products', 'Product Advertisement', 'Why Choose Our Services'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View All Products of Yamaha' })).toBeVisible()
    await expect(findCard(page, 'raider-badda')).toBeVisible()
    await expect(page.locator('[aria-roledescription="slide"]')).toHaveCount(7)
  })

  test('the blog can be read', { tag: '@long' }, async ({ page }) => {
    await page.goto('/blog')
    const articles = page.getByRole('main').locator('details')
    await expect(articles).toHaveCount(4)
    await expect(articles.first().getByRole('paragraph').first()).toBeVisible()
    await articles.last().locator('summary').click()

    await expect(articles.last().getByRole('paragraph').first()).toBeVisible()
  })

  test('the login page says what it needs', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login')

    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
    await expect(page.getByText(/^This page needs JavaScript and a browser/)).toBeVisible()
  })

  test('a protected page says what it needs', { tag: '@long' }, async ({ page }) => {
    await page.goto('/dashboard')

    await expect(page.getByText(/^This page needs JavaScript/)).toBeVisible()
  })

  test('the 404 page can be read and leads home', { tag: '@long' }, async ({ page, browserErrors }) => {
    browserErrors.allow('GET /nowhere 404')
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: "Look like you're lost" })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: /home/i }).click()

    await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  })
})

test('the home page can be read before a script or a picture has arrived', { tag: '@long' }, async ({ page }) => {
  // Never answered, as on a network that is very slow.
  await page.route(/\.(?:js|webp|png|jpg|woff2)(?:\?|$)/, () => {})
  await page.goto('/', { waitUntil: 'commit' })

  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await expect(findCard(page, 'raider-badda').getByText('Resale Price')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('when the server fails', () => {
  for (const failure of ['answers 500', 'does not answer'] as const) {
    test(
      `and ${failure}, the list of categories shows an error, and loads with "Try again"`,
      { tag: '@long' },
      async ({ page, browserErrors }) => {
        browserErrors.allow('GET /api/category 500', 'GET /api/category net::ERR_CONNECTION_RESET')
        await page.goto('/blog')
        await waitUntilReady(page)
        await page.route('**/api/category', (route) =>
          failure === 'answers 500' ? route.fulfill({ status: 500, json: {} }) : route.abort('connectionreset'),
        )
        await openMenu(page)
        await page
          .getByRole('banner')
          .getByRole('link', { name: 'Home', exact: true })
          .filter({ visible: true })
          .click()
        const errorAlert = page.getByRole('alert').filter({ hasText: 'The brands did not load.' })
        await expect(errorAlert).toBeVisible()
        await expect(findCard(page, 'raider-badda')).toBeVisible()

        await page.unroute('**/api/category')
        await errorAlert.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('link', { name: 'View All Products of Yamaha' })).toBeVisible()
        await expect(errorAlert).toHaveCount(0)
      },
    )
  }

  test(
    'a screen whose data fails to load shows an error, and loads with "Try again"',
    { tag: '@desktop' },
    async ({ openPageAs, browserErrors }) => {
      browserErrors.allow('GET /api/bookings 500')
      const page = await openPageAs('karim')
      await page.route('**/api/bookings?*', (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto('/dashboard')
      await expect(page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await expect(page.getByRole('alert').getByText(/something went wrong/i)).toHaveCount(1)

      await page.unroute('**/api/bookings?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: /^You have \d+ orders$/ })).toBeVisible()
    },
  )
})

test(
  'a person whose session ended elsewhere is asked to log in again and comes back',
  { tag: ['@desktop', '@long'] },
  async ({ openPageAs, buyer, browserErrors }) => {
    browserErrors.allow(/^(GET|POST) \/api\/\S+ 401$/)
    const page = await openPageAs(buyer)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'You have 0 orders' })).toBeVisible()
    const ended = await page.context().request.post('/api/auth/sign-out', { data: {} })
    expect(ended.ok()).toBe(true)
    await page.getByRole('link', { name: 'My Wishlist' }).click()
    await expect(page).toHaveURL(/\/login\?from=%2Fdashboard%2Fwishlist$/)

    await page.getByLabel('Email').fill(fixtures.karim.email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Your wishlist have \d+ products$/ })).toBeVisible()
  },
)
