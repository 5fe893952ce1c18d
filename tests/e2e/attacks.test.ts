// Attacks that need a browser: script injection in everything that people can write.
import type { Page } from '@playwright/test'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'
import { openMenu, expect, expectPage, waitUntilReady, test } from './e2e-test.ts'
import { openPayment } from './card.ts'
import { findCardByName, openMoreWith } from './listing.ts'
import { createClientFor, registerBuyer, registerSeller, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

const image = '<img src=x onerror=alert(1)>'
const drawing = '"><svg onload=alert(1)>'
const block = '</script><script>alert(1)</script>'
const quotes = `' onmouseover='alert(1)`

/** Fails when something that people wrote became an element, a handler or a script URL on this page. */
const expectText = async (page: Page, where: string): Promise<void> => {
  const injected = await page.evaluate(() => {
    const eventAttributes = ['onerror', 'onload', 'onmouseover', 'onclick', 'onfocus']
    const handlers = eventAttributes.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.outerHTML),
    )
    const links = [...document.querySelectorAll('[href], [src], [action]')].flatMap((element) =>
      ['href', 'src', 'action']
        .map((name) => element.getAttribute(name) ?? '')
        .filter((url) => /^\s*(?:javascript|vbscript|data:text)/i.test(url)),
    )
    const scripts = [...document.querySelectorAll('script')]
      .map((script) => script.textContent)
      .filter((text) => text.startsWith('alert'))
    return [
      ...handlers,
      ...links,
      ...scripts,
      ...[...document.querySelectorAll('img[src="x"]')].map((element) => element.outerHTML),
    ]
  })
  expect(injected, where).toEqual([])
}

/** Fails the test when an injected script opens a dialog. */
const failOnDialog = (page: Page): Page => {
  page.on('dialog', (dialog) => {
    void dialog.dismiss()
    throw new Error(`A script ran: ${dialog.message()}`)
  })
  return page
}

const createBike = async (server: TestServer, seller: Person, productName: string): Promise<string> => {
  const client = await createClientFor(server, seller)
  const { data } = await client('POST /images', { form: createUploadForm(await createUniqueJpeg()) })
  const sellerTexts = { productName, location: drawing, sellerName: quotes, contactNumber: '01712345678' }
  const numbers = { salePrice: 150_000, originalPrice: 200_000, purchaseTime: 2021, usedTime: 3 }
  const body = { ...sellerTexts, ...numbers, condition: 'Good', name: 'TVS', image: data.url } as const
  const { insertedId: id } = await client('POST /allbikes', { body })
  await client('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
  return id
}

test(
  'A163 A167 what sellers and buyers write is text on every screen where others read it',
  { tag: '@long' },
  async ({ openPageAs, server, page: visitor }) => {
    const [seller, buyer] = [await registerSeller(server, image), await registerBuyer(server, drawing)]
    const [first, second] = [await createBike(server, seller, block), await createBike(server, seller, image)]
    const client = await createClientFor(server, buyer)
    const meeting = { contactNumber: '01712345678', meetingLocation: block, salePrice: 150_000 }
    const { insertedId: order } = await client('POST /bookings', { body: { producId: first, ...meeting } })
    await client('POST /wishlist', { body: { productId: second } })
    await client('POST /contact', {
      body: { email: 'a@example.com', name: image, subject: drawing, message: `${block}\n${quotes}` },
    })

    failOnDialog(visitor)
    await visitor.goto('/')
    await waitUntilReady(visitor)
    await expect(visitor.getByText(block).first()).toBeAttached()
    await expectText(visitor, 'home')

    const buyers = failOnDialog(await openPageAs(buyer))
    for (const [path, text] of [
      ['/', drawing],
      ['/categoryDetails/TVS', image],
      ['/dashboard', block],
      ['/dashboard/wishlist', image],
      ['/dashboard/account', drawing],
    ] as const) {
      await buyers.goto(path)
      await waitUntilReady(buyers)
      if (path === '/dashboard/account') await expect(buyers.getByLabel('Your Name')).toHaveValue(text)
      else await expect(buyers.getByText(text).first()).toBeAttached()
      await expectText(buyers, path)
    }
    await buyers.goto('/categoryDetails/TVS')
    await waitUntilReady(buyers)
    await findCardByName(buyers, image).getByRole('button', { name: 'Book Now' }).first().click()
    await expect(buyers.getByRole('dialog').getByRole('button', { name: 'Submit' })).toBeEnabled()
    await expectText(buyers, 'the booking')
    await openPayment(buyers, order)
    await expectText(buyers, 'the payment')

    const sellers = failOnDialog(await openPageAs(seller))
    await sellers.goto('/dashboard/myproducts')
    await expect(sellers.getByText(block).first()).toBeAttached()
    await expectText(sellers, 'my products')
    const deletion = sellers.getByLabel(/^Delete/).and(sellers.locator(':enabled'))
    await openMoreWith(sellers, deletion)
    await deletion.filter({ visible: true }).click()
    await expect(sellers.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeFocused()
    await expectText(sellers, 'deleting a bike')

    const admin = failOnDialog(await openPageAs('ayesha'))
    for (const [path, text] of [
      ['/dashboard/allsellers', image],
      ['/dashboard/allusers', drawing],
      ['/dashboard/messages', drawing],
    ] as const) {
      await admin.goto(path)
      await expect(admin.getByText(text).first()).toBeAttached()
      await expectText(admin, path)
    }
  },
)

test(
  'A163 an address that is a script is text on the page, in the form and in the toast',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/^GET .* 404$/)
    failOnDialog(page)
    for (const path of [
      `/${encodeURIComponent(block)}`,
      `/login?error=${encodeURIComponent(image)}`,
      `/login?from=${encodeURIComponent('javascript:alert(1)')}`,
      `/reset-password?x=${encodeURIComponent(drawing)}`,
      `/register?from=${encodeURIComponent(block)}`,
    ]) {
      await page.goto(path)
      await waitUntilReady(page)
      await expectText(page, path)
    }
  },
)

test(
  'A165 A171 an invalid photo address is nowhere a link, and a location is no link',
  { tag: '@long' },
  async ({ page, server }) => {
    const seller = await registerSeller(server, 'javascript:alert(1)')
    await createBike(server, seller, 'javascript:alert(1)')
    failOnDialog(page)
    await page.goto('/')
    await waitUntilReady(page)
    await expect(page.getByText('javascript:alert(1)').first()).toBeAttached()
    // Read at once: the bike is on the page, and so are its links.
    const dials = await page
      .locator('a[href^="tel:"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(dials.filter((href) => !/^tel:\+?\d+$/.test(href))).toEqual([])
  },
)

test(
  'A169 A173 extra fields of a response reach no element, and no injected script runs',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    browserErrors.allow(/security policy was broken/, /Content Security Policy/, /script-src/, 'GET /nothing 404')
    failOnDialog(page)
    let touched = 0
    await page.route('**/api/allbikes?*', async (route) => {
      touched += 1
      const answer = await route.fetch()
      const bikes: object[] = await answer.json()
      const more = {
        dangerouslySetInnerHTML: { __html: image },
        ref: 'x',
        style: 'position:fixed',
        onClick: 'alert(1)',
        children: [image],
      }
      await route.fulfill({ response: answer, json: bikes.map((bike) => ({ ...bike, ...more })) })
    })
    await page.goto('/login')
    await waitUntilReady(page)
    await page.evaluate(() => history.pushState(null, '', '/login?x'))
    await openMenu(page)
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expectPage(page, { path: '/', heading: 'Used motorbikes, honest prices' })
    // The list is loaded when it scrolls into view.
    await page.getByRole('heading', { name: 'Product Advertisement' }).scrollIntoViewIfNeeded()
    await expect.poll(() => touched, 'lists that were touched').toBeGreaterThan(0)
    // The Content-Security-Policy blocks even a script that was injected into the page.
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.planted = true'
      document.body.append(script)
      document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="window.planted = true">')
      return 'planted' in window
    })
    expect(ran).toBe(false)
  },
)
