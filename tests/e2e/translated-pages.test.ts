// Every form works on a page that the browser has translated, and what changes is shown (docs/decisions/0107-translated-pages.md).
import type { Page } from '@playwright/test'
import { openPayment, pay, testCards } from './card.ts'
import { createBookedBike, createReservedBike } from './deals.ts'
import { expect, expectPage, readText, test, waitUntilReady } from './e2e-test.ts'
import { languages } from './languages.ts'
import {
  createBikeName,
  createListings,
  createPhonePhoto,
  findCardByName,
  getTypedFields,
  typedBike,
} from './listing.ts'
import {
  ask,
  createClientFor,
  createNewPerson,
  fillPhotoUrl,
  getPerson,
  registerSeller,
  servePhotos,
} from './people.ts'
import type { TestServer } from './test-server.ts'

const [{ namespaces: english }] = languages
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

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

test(
  'registration on a translated page, after a missing name',
  { tag: '@long' },
  async ({ page, context, browserErrors }) => {
    // A part whose code comes after the translation is rendered anew.
    browserErrors.allow(/Minified React error #418/)
    await servePhotos(context)
    const { name, photoUrl, email, password } = createNewPerson()
    await page.goto('/register')
    await translate(page)
    const submit = page.getByRole('main').getByRole('button', { name: 'Register' })
    await page.getByLabel('Email address').fill(email)
    await submit.click()
    await expect(page.getByText(/^«Enter your name/)).toBeVisible()
    await page.getByLabel('Your Name').fill(name)
    await fillPhotoUrl(page, photoUrl)
    await page.getByLabel('Password').first().fill(password)
    await submit.click()
    await expect(page.getByText('« SignUp successful !!! Go to login page for login.»')).toBeVisible()
    await expect(heading(page)).toHaveText('«Login»')
  },
)

test('the number of bikes changes in place on a translated search', { tag: '@long' }, async ({ page }) => {
  await page.goto('/bikes')
  await translate(page)
  const all = await readText(heading(page), /^«\d+ bikes»$/)
  await page.locator('label[for="filters"]').first().click()
  const sheet = page.getByRole('complementary', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: /^Yamaha/ }).check()
  const apply = sheet.getByRole('button', { name: /^«Show \d+ bikes»$/ })
  await expect(apply).not.toHaveText(all.replace('«', '«Show '))
  const [count = ''] = /\d+/.exec(await readText(apply)) ?? []
  await apply.click()
  await expect(heading(page)).toHaveText(new RegExp(`^«${count} bikes?»$`))
})

test(
  'a bike is listed on a translated page, after a missing photo',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await translate(page)
    const submit = page.getByRole('button', { name: 'Add Product' })
    await page.getByRole('radio', { name: 'Suzuki' }).check()
    await page.getByRole('radio', { name: 'Good' }).check()
    for (const [field, text] of getTypedFields(
      page,
      { ...typedBike, productName: createBikeName() },
      (label) => `«${label}»`,
    ))
      await field.fill(text)
    await submit.click()
    await expect(page.getByText(/^«.*photo/).first()).toBeVisible()
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await createPhonePhoto())
    await expect(page.getByText('«The photo is uploaded.»')).toBeVisible()
    await submit.click()
    await expect(page.getByText('«Product is added successfully»')).toBeVisible()
    await expect(heading(page)).toHaveText('«You Added 1 Products»')
  },
)

test(
  'a time and a price are agreed on two translated pages, and state and price change in place',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    test.slow()
    const { dealActs } = english
    const { id, seller } = await createBookedBike(server, buyer)
    const [sellers, buyers] = [await openPageAs(seller), await openPageAs(buyer)]
    for (const page of [sellers, buyers]) {
      await page.goto(`/dashboard/deal/${id}`)
      await translate(page)
    }
    await expect(heading(buyers)).toHaveText('«Waiting for Selina’s answer»')
    await sellers.getByRole('button', { name: dealActs.buttons.accept }).click()
    const dialog = sellers.getByRole('dialog')
    for (const name of ['day', 'time'])
      await dialog
        .locator('label', { has: sellers.locator(`[name="${name}"]`) })
        .nth(1)
        .click()
    await dialog.getByRole('button', { name: dealActs.accept.submit }).click()
    await expect(sellers.getByText(`«${dealActs.accept.success('Nadia')}»`)).toBeVisible()
    await expect(heading(buyers)).not.toHaveText('«Waiting for Selina’s answer»')
    await expect(heading(buyers)).toHaveText(/^«.+»$/)

    await sellers.locator('summary').getByText(dealActs.more).click()
    await sellers.getByRole('button', { name: dealActs.buttons.price }).click()
    await dialog.getByLabel(dealActs.price.label).fill('100000')
    await dialog.getByRole('button', { name: dealActs.price.submit }).click()
    await expect(dialog).toHaveCount(0)
    await buyers.getByRole('button', { name: dealActs.buttons.agreePrice('৳1,00,000') }).click()
    await expect(buyers.getByText(`«${dealActs.price.agreed}»`)).toBeVisible()
    for (const page of [sellers, buyers]) await expect(page.getByText('৳1,00,000').first()).toBeVisible()
  },
)

test('a problem is reported on a translated page', { tag: '@long' }, async ({ openPageAs, buyer, server }) => {
  const { id } = await createReservedBike(server, buyer)
  const page = await openPageAs(buyer)
  await page.goto(`/dashboard/deal/${id}/problem`)
  await translate(page)
  await page.getByRole('radio', { name: 'Something else' }).check()
  await page.getByRole('button', { name: 'Report the problem' }).click()
  await expect(heading(page)).toHaveText('«Problem reported»')
})

test('a seller says on a translated page where to be paid', { tag: '@long' }, async ({ openPageAs, server }) => {
  const { money } = english.money
  const seller = await registerSeller(server)
  const page = await openPageAs(seller)
  await page.goto('/dashboard/money')
  await translate(page)
  await page.getByRole('button', { name: 'Add your bKash or bank account' }).click()
  const save = page.getByRole('button', { name: money.save })
  await save.click()
  await expect(page.getByText(`«${money.missing.number}»`)).toBeVisible()
  await page.getByLabel(money.numbers.bkash).fill('01712345678')
  await page.getByLabel(money.holderName).fill('Selina Akter')
  await page.getByLabel(money.password).fill(seller.password)
  await save.click()
  await expect(page.getByText(`«${money.savedFirst}»`)).toBeVisible()
  await expect(page.getByText(money.current('bKash number', '5678'))).toBeVisible()
})

test('a conversation on translated pages', { tag: '@long' }, async ({ openPageAs, buyer, server }) => {
  const { chats } = english
  const id = await ask(server, buyer, 'raider-badda', 'Any accident?')
  const page = await openPageAs(buyer)
  await page.goto(`/dashboard/chats/${id}`)
  await translate(page)
  await page.getByRole('textbox', { name: chats.write }).fill('Are the papers complete?')
  await page.getByRole('button', { name: chats.send, exact: true }).click()
  const log = page.getByRole('log')
  await expect(log).toContainText('Are the papers complete?')
  const sellers = await openPageAs(getPerson('rahim'))
  await sellers.goto(`/dashboard/chats/${id}`)
  await translate(sellers)
  await expect(log).toContainText(`«${chats.read}»`)
  await sellers.getByRole('textbox', { name: chats.write }).fill('They are complete.')
  await sellers.getByRole('button', { name: chats.send, exact: true }).click()
  await expect(log).toContainText('They are complete.')
})
