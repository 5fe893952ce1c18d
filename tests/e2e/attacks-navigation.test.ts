// Attacks on browser navigation: private screens by URL, open redirects, frames and windows.
import { createServer } from 'node:http'
import { expect, expectPage, waitUntilReady, test } from './e2e-test.ts'
import { servePhotos, registerBuyer } from './people.ts'

const privatePaths = [
  '/dashboard',
  '/dashboard/wishlist',
  '/dashboard/account',
  '/dashboard/payment/019a0000-0000-7000-8000-000000000000',
  '/categoryDetails/TVS',
  '/dashboard/myproducts',
  '/dashboard/addproducts',
  '/dashboard/allsellers',
  '/dashboard/allusers',
  '/dashboard/messages',
]

test(
  'A043 a visitor who types the address of any private screen is asked to log in, and nothing private is sent',
  { tag: '@long' },
  async ({ page }) => {
    const requestedPaths: string[] = []
    page.on(
      'response',
      (response) => void (/\/api\//.test(response.url()) && requestedPaths.push(new URL(response.url()).pathname)),
    )
    for (const path of privatePaths) {
      await page.goto(path)
      await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('from') === path)
      await expectPage(page, { path: '/login', heading: 'Login' })
      // Read at once: the page is there, and its whole source is searched.
      expect(await page.content()).not.toContain('@motohaat.test')
    }
    expect(requestedPaths.filter((path) => !/^\/api\/(?:auth\/get-session|jwt|category|allbikes)$/.test(path))).toEqual(
      [],
    )
  },
)

test(
  'A183 after logging in a person stays on this site, whatever the address requests',
  { tag: '@long' },
  async ({ page, server }) => {
    const buyer = await registerBuyer(server)
    await servePhotos(page.context())
    for (const from of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login',
      '/bn//evil.example',
    ]) {
      await page.context().clearCookies()
      await page.goto(`/login?from=${encodeURIComponent(from)}`)
      await waitUntilReady(page)
      await page.evaluate(() => localStorage.clear())
      await page.getByLabel('Email').fill(buyer.email)
      await page.getByLabel('Password', { exact: true }).fill(buyer.password)
      await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).not.toHaveURL(/\/login/)
      await expect(page).toHaveURL(({ origin }) => origin === new URL(server.url).origin)
    }
  },
)

test('A185 no page can be framed, and none handles a message of another window', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/frame-ancestors|Refused to (?:frame|display)|Framing|ERR_BLOCKED_BY_(?:RESPONSE|CSP)|favicon/)
  const framing = `<iframe id="shop" src="${server.url}/dashboard"></iframe>`
  const evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end(framing))
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const address = evil.address()
  await page.goto(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
  await expect(page.locator('#shop').contentFrame().getByRole('heading', { level: 1 })).toHaveCount(0)
  evil.closeAllConnections()
  evil.close()
  await page.goto('/')
  await waitUntilReady(page)
  await page.evaluate(() => window.postMessage({ type: 'navigate', url: 'https://evil.example' }, '*'))
  await expect(page).toHaveURL('/')
  await expect(page.locator('a[target="_blank"]:not([rel~="noopener"])')).toHaveCount(0)
})
