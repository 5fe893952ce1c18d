// The stories of a deal in WebKit, with two people in two windows: `npm run test:webkit`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import { getDemoBike, type BookableKey } from '../e2e/bikes.ts'
import { createHandedOverDeal } from '../e2e/deals.ts'
import { createPattern, languages } from '../e2e/languages.ts'
import { book, createClientFor, findBikePath, getPerson, registerBuyer, type Person } from '../e2e/people.ts'
import { createTestServer, type TestServer } from '../e2e/test-server.ts'
import { openWebkitPage, type WebkitPage } from './webkit-page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each window that is open at the same time. */
    webkitDrivers: string[]
  }
}

const [{ namespaces, format }] = languages
const { deals, dealActs, dealSituations, money, problemPictures } = namespaces
const { buttons } = dealActs

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

/** Opens a window for each person, who log in by the form. */
const openPages = async (people: Person[]): Promise<WebkitPage[]> => {
  const pages: WebkitPage[] = []
  for (const [index, { email, password }] of people.entries()) {
    const driver = inject('webkitDrivers')[index]
    assert(driver, 'needs a driver for each window')
    const page = await openWebkitPage(driver, server.url)
    onTestFinished(() => page.close())
    await page.goto('/login')
    await page.type({ role: 'textbox', name: 'Email' }, email)
    await page.typePassword(password)
    await page.click({ role: 'button', name: 'Login', within: 'main' })
    await page.seePath(/^\/$/)
    pages.push(page)
  }
  return pages
}

/** A buyer of this test and the seller of the bike, each in a window. */
const openDeal = async (bike: BookableKey) => {
  const buyer = await registerBuyer(server)
  const seller = getDemoBike(bike).seller
  const [buyers, sellers] = await openPages([buyer, getPerson(seller)])
  assert(buyers && sellers, 'needs two windows')
  return { buyer, buyers, sellers, sellerName: fixtures[seller].name.split(' ')[0] ?? '' }
}

const patiently = { timeout: 60_000 }

const seeHeading = (page: WebkitPage, name: string | RegExp) => page.see({ role: 'heading', name })

const accept = async (sellers: WebkitPage, path: string): Promise<void> => {
  await sellers.goto(path)
  await sellers.click({ role: 'button', name: buttons.accept })
  await sellers.click({ role: 'button', name: dealActs.accept.submit, within: 'dialog' })
  await seeHeading(sellers, dealSituations.seller.noTime.heading('Nadia', ''))
}

const payOnPage = async (page: WebkitPage, purpose: 'deposit' | 'full', card = '4242424242424242'): Promise<void> => {
  await page.click({ role: 'link', name: buttons.pay })
  await page.click({ role: 'radio', name: new RegExp(`^${money.pay[purpose]}`) })
  await page.type({ role: 'textbox', name: 'Card number' }, card)
  await page.type({ role: 'textbox', name: 'MM / YY' }, '1234')
  await page.type({ role: 'textbox', name: 'CVC' }, '123')
  await page.click({ role: 'button', name: /^Pay ৳/ })
}

test('a buyer books, the deposit reserves the bike, the code hands it over, and both have a receipt', async () => {
  const { buyer, buyers, sellers, sellerName } = await openDeal('gixxer-mymensingh')
  await buyers.goto(await findBikePath(server, buyer, 'gixxer-mymensingh'))
  await buyers.click({ role: 'button', name: 'Book Now', within: 'main' })
  await buyers.type({ role: 'textbox', name: 'Contact Number', within: 'dialog' }, '01712345678')
  await buyers.type({ role: 'textbox', name: 'Meeting Location', within: 'dialog' }, 'Mirpur 10 circle')
  await buyers.click({ role: 'button', name: 'Submit', within: 'dialog' })
  await buyers.click({ role: 'link', name: 'See my order', within: 'dialog' })
  await seeHeading(buyers, dealSituations.buyer.requested.heading(sellerName, ''))
  const path = await buyers.getPath()

  await accept(sellers, path)
  await seeHeading(buyers, dealSituations.buyer.noTime.heading(sellerName, ''))
  await payOnPage(buyers, 'deposit')
  await buyers.click({ role: 'link', name: 'See my order' })
  await seeHeading(
    buyers,
    createPattern((taka) => dealSituations.buyer.paidNoTime.heading('', '', taka)),
  )
  await seeHeading(
    sellers,
    createPattern((taka) => dealSituations.seller.paidNoTime.heading('Nadia', '', taka)),
  )

  await buyers.click({ role: 'link', name: buttons.code })
  await buyers.click({ role: 'button', name: money.code.together })
  const code = await buyers.readText('.code [aria-hidden]', /^\d{3} \d{3}$/)
  await sellers.openFold(dealActs.more)
  await sellers.click({ role: 'link', name: buttons.handOver('Nadia') })
  await sellers.type({ role: 'textbox', name: money.handover.code('Nadia') }, code.replace(' ', ''))
  await sellers.type({ role: 'textbox', name: money.handover.cash }, '100000')
  await sellers.click({ role: 'button', name: money.handover.submit })
  await seeHeading(sellers, money.handover.success)
  await seeHeading(buyers, dealSituations.buyer.handedOver.heading('', ''))
  await buyers.click({ role: 'button', name: buttons.fine })
  await buyers.click({ role: 'button', name: dealActs.fine.confirm, within: 'dialog' })
  await seeHeading(buyers, dealSituations.buyer.released.heading('', ''))
  await seeHeading(sellers, dealSituations.seller.released.heading('Nadia', ''))
  for (const page of [buyers, sellers]) {
    await page.goto(`${path}/receipt`)
    await seeHeading(page, createPattern(money.receipt.heading))
    await expect.poll(() => page.getText(), patiently).toContain(money.receipt.cash)
  }
})

test('a bike is paid in full after 3-D Secure, the seller cancels, and all of it goes back', async () => {
  const key = 'gixxer-narayanganj'
  const { buyer, buyers, sellers, sellerName } = await openDeal(key)
  const price = format.taka(getDemoBike(key).taka.sale)
  const path = `/dashboard/deal/${await book(server, buyer, key)}`
  await buyers.goto(path)
  await payOnPage(buyers, 'full', '4000002760003184')
  await buyers.inFrame('3D Secure 2 Test Page', () => buyers.click({ role: 'button', name: 'Complete' }))
  await buyers.click({ role: 'link', name: 'See my order' })
  await seeHeading(
    buyers,
    createPattern((taka) => dealSituations.buyer.paidNoTime.heading('', '', taka)),
  )

  await sellers.goto(path)
  await sellers.openFold(dealActs.more)
  await sellers.click({ role: 'button', name: buttons.cancel })
  await sellers.click({ role: 'radio', name: dealActs.cancel.reasonsSeller.keep, within: 'dialog' })
  await sellers.click({ role: 'button', name: dealActs.cancel.submitDeal, within: 'dialog' })
  await sellers.seeText(dealActs.cancel.successBack(price))
  await seeHeading(buyers, dealSituations.buyer.cancelled_by_seller.heading(sellerName, ''))
  await expect
    .poll(async () => {
      await buyers.goto(path)
      return buyers.getText()
    }, patiently)
    .toContain(`${price} (${deals.money.refundStates.succeeded})`)
})

test('a buyer cancels, and the next in line has a turn', async () => {
  const key = 'intruder-mirpur'
  const { buyer, buyers, sellers } = await openDeal(key)
  const next = await registerBuyer(server, 'Sumon Das')
  const [id, nextId] = [await book(server, buyer, key), await book(server, next, key)]
  await accept(sellers, `/dashboard/deal/${id}`)
  await buyers.goto(`/dashboard/deal/${id}`)
  await buyers.click({ role: 'button', name: buttons.cancelBooking })
  await buyers.click({ role: 'radio', name: dealActs.cancel.reasonsBuyer.found, within: 'dialog' })
  await buyers.click({ role: 'button', name: dealActs.cancel.submit, within: 'dialog' })
  await seeHeading(buyers, dealSituations.buyer.cancelled_by_buyer.heading('', ''))
  // The window is free for the next buyer.
  await buyers.close()
  const [nexts] = await openPages([next])
  assert(nexts, 'needs a window')
  await nexts.goto(`/dashboard/deal/${nextId}`)
  await seeHeading(
    nexts,
    createPattern((when) => dealSituations.buyer.turn.heading('', when)),
  )
  // And may pay now.
  await nexts.see({ role: 'link', name: buttons.takeBike })
  expect(await nexts.getPath()).toBe(`/dashboard/deal/${nextId}`)
})

test('a problem is reported with a picture, the seller answers, and both read the decision', async () => {
  const key = 'fzx-bashundhara'
  const { buyer, buyers, sellers } = await openDeal(key)
  const id = await createHandedOverDeal(server, buyer, key)
  const path = `/dashboard/deal/${id}`
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-webkit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const picture = join(folder, 'engine.png')
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await writeFile(picture, Buffer.from(pixel, 'base64'))

  await buyers.goto(path)
  await buyers.click({ role: 'link', name: buttons.problem })
  await buyers.click({ role: 'radio', name: money.problem.reasons.not_as_described })
  await buyers.type({ role: 'textbox', name: /^What happened\?/ }, 'Oil 12')
  await buyers.chooseFile(picture)
  await buyers.see({ role: 'img', name: problemPictures.picture(1) })
  await buyers.click({ role: 'button', name: money.problem.submit })
  await seeHeading(buyers, money.problem.disputeHeading)

  await sellers.goto(`${path}/problem`)
  await sellers.seeText('Oil 12')
  await sellers.see({ role: 'img', name: money.problem.picture })
  await sellers.type({ role: 'textbox', name: money.problem.addNote }, 'Seal 2026')
  await sellers.click({ role: 'button', name: money.problem.add })
  await sellers.seeText('Seal 2026')

  const admin = await createClientFor(server, getPerson('ayesha'))
  const body = { takaToBuyer: 20_000, note: 'The engine leaks oil.' }
  await admin('PUT /disputes/:id', { params: { id }, body })
  for (const page of [buyers, sellers]) {
    await page.goto(`${path}/problem`)
    await expect.poll(() => page.getText(), patiently).toContain(money.problem.decided(format.taka(20_000)))
  }
})
