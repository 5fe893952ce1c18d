// Every form works on a page that the browser has translated, and what changes is shown (docs/decisions/0107-translated-pages.md).
import type { Page } from '@playwright/test'
import { openPayment, pay, testCards } from './card.ts'
import { expect, expectPage, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings, findCardByName } from './listing.ts'
import { createClientFor, getPerson, registerSeller } from './people.ts'
import type { TestServer } from './test-server.ts'

/**
 * Replaces every text by <font><font>«text»</font></font>, now and whenever text is added, but not below `translate="no"`.
 * Runs in the page, once it is ready.
 */
const translatePage = (): void => {
  const untouched = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'TITLE', 'OPTION'])
  const translate = (text: Text) => {
    const parent = text.parentElement
    if (!parent || untouched.has(parent.tagName) || !/\p{L}/u.test(text.data)) return
    if (parent.closest('[translate=no], .notranslate, font')) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = `«${text.data}»`
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateBelow = (root: Element) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    texts.forEach(translate)
  }
  document.documentElement.classList.add('translated-ltr')
  translateBelow(document.body)
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const element = node instanceof Element ? node : node.parentElement
      if (element && element.tagName !== 'FONT' && !element.closest('font')) translateBelow(element)
    }
  }).observe(document.body, { subtree: true, childList: true })
}

const translate = async (page: Page): Promise<void> => {
  await waitUntilReady(page)
  await page.evaluate(translatePage)
  await expect(page.locator('font').first()).toBeAttached()
}

const logIn = async (page: Page, password: string) => {
  await page.getByLabel('Email').fill(getPerson('karim').email)
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('main').getByRole('button', { name: '«Login»', exact: true }).click()
}

/** A new bike of a new seller. */
const createBike = async (server: TestServer) => {
  const [seller, name] = [await registerSeller(server), createBikeName()]
  await createListings(server, seller, [name])
  const bikes = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
  return { name, id: bikes[0]?._id ?? '', salePrice: bikes[0]?.salePrice ?? 0 }
}

/** The card of a new bike in its category, translated but for its name. */
const openTranslatedCard = async (page: Page, server: TestServer) => {
  const { name } = await createBike(server)
  await page.goto('/categoryDetails/Suzuki')
  const card = findCardByName(page, name)
  await expect(card).toBeVisible()
  await translate(page)
  await expect(card).toBeVisible()
  return card
}

test(
  'the first click on a part whose code comes after the translation',
  { tag: '@long' },
  async ({ page, browserErrors }) => {
    // The part is rendered anew.
    browserErrors.allow(/Minified React error #418/)
    await page.goto('/')
    await translate(page)
    await page.getByRole('article').getByRole('button', { name: '«Book Now»' }).first().click()
    await expect(page.getByRole('alertdialog').getByText('«Please Login for Booking»')).toBeVisible()
  },
)

test('a wrong password, and then the right one, on a translated page', async ({ page, browserErrors }) => {
  browserErrors.allow('POST /api/auth/sign-in/email 401')
  await page.goto('/login')
  await translate(page)
  for (const password of ['not my password', 'nor this one']) {
    await logIn(page, password)
    await expect(page.getByText('«Invalid email or password»')).toBeVisible()
  }
  await logIn(page, getPerson('karim').password)
  await expect(page.getByText('«Login Successful!»')).toBeVisible()
  await expectPage(page, { path: '/', heading: /./ })
})

test('the sign-in with Google on a translated page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await translate(page)
  await page.getByRole('button', { name: /Continue with Google/ }).click()
  await expect(page.getByRole('heading', { name: /Sign in|Choose/ })).toBeVisible()
})

test('the contact form on a translated page', { tag: '@long' }, async ({ page, browserErrors }) => {
  // The parts of the home page are hydrated after the translation: React renders them anew and says so.
  browserErrors.allow(/Minified React error #418/)
  await page.goto('/')
  await translate(page)
  const form = page.locator('form').filter({ has: page.getByLabel('Message') })
  const submit = form.getByRole('button', { name: /Send Message/ })
  await form.getByLabel('Message').fill('Do you open on Friday?')
  await submit.click()
  await expect(form.getByText(/^«Enter .*e-mail/)).toBeVisible()
  await form.getByLabel('Email').fill('sadia@example.com')
  await submit.click()
  await expect(page.getByText('«Message sent»')).toBeVisible()
})

test('a booking on a translated page', { tag: '@long' }, async ({ openPageAs, buyer, server }) => {
  const page = await openPageAs(buyer)
  const card = await openTranslatedCard(page, server)
  await card.getByRole('button', { name: /Book Now/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '«Submit»' }).click()
  await expect(dialog.getByText('«Enter a place to meet the seller.»')).toBeVisible()
  await dialog.getByLabel('Contact Number').fill('01712345678')
  await dialog.getByLabel('Meeting Location').fill('Mirpur 10 circle')
  await dialog.getByRole('button', { name: '«Submit»' }).click()
  await expect(dialog.getByRole('heading', { name: '«Booking confirmed»' })).toBeVisible()
})

test('the wishlist on a translated page', { tag: '@long' }, async ({ openPageAs, buyer, server }) => {
  const page = await openPageAs(buyer)
  const card = await openTranslatedCard(page, server)
  await card.getByRole('button', { name: /Add to Wishlist/ }).click()
  await expect(page.getByText('«Added to wishlist»')).toBeVisible()
  await expect(card.getByRole('button', { pressed: true })).toBeVisible()
})

test(
  'a card payment on a translated page, after a declined card',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow(/^POST \/v1\/payment_intents\/\w+\/confirm 402$/)
    const { id: producId, salePrice } = await createBike(server)
    const meeting = { contactNumber: '01712345678', meetingLocation: 'Mirpur 10 circle' }
    const client = await createClientFor(server, buyer)
    const { insertedId } = await client('POST /bookings', { body: { producId, salePrice, ...meeting } })
    const page = await openPageAs(buyer)
    await openPayment(page, insertedId)
    await translate(page)
    await pay(page, testCards.declined)
    await expect(page.getByText(/^«Your card was declined/)).toBeVisible()
    await pay(page, testCards.works)
    await expect(page.getByText('«Congrats! your payment completed»')).toBeVisible()
    // The number of the transaction is not translated.
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  },
)
