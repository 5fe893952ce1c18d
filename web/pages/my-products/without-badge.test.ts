// What a seller without a badge reads above the own bikes: what is asked for, or how to get one.
import { createElement } from 'react'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { badgeWants } from '#contract/cases/badge-evidence.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import { loadBangla, readHtml, readText, toText } from '#tests/support/deals/read-page.ts'
import { finishDeal } from '#tests/support/money.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import MyProducts, { loader } from './my-products-page.tsx'
import { type Question, WithoutBadge } from './without-badge.tsx'

const askedOn = '2026-11-03'
const notVerified = 'Buyers read “Not verified yet” on your bikes'
type Props = { question?: Question | null; papersOf?: string; hasBikes?: boolean }
const toPart =
  ({ question = null, papersOf, hasBikes = true }: Props) =>
  () =>
    createElement(WithoutBadge, { question, papersOf, hasBikes })
const read = (props: Props, language?: Language) => readHtml(toPart(props), null, language)

test.each([
  [
    'papers',
    'Add photos of your bike’s registration paper',
    '/dashboard/myproducts/gixxer/papers',
    'Add photos of the paper',
  ],
  ['phone', 'Confirm your mobile number with a code', '/dashboard/phone', 'Confirm your number'],
  ['call', 'Write when we may call', '/#contact', 'Write to us'],
  ['bike', 'Add a bike for sale', '/dashboard/addproducts', 'Add a Product'],
] as const)('who was asked for "%s" reads it, with the way there', (wanted, words, path, link) => {
  const html = read({ question: { wanted, askedOn }, papersOf: 'gixxer' })
  expect(toText(html)).toContain(words)
  expect(html).toContain(`href="${path}" data-discover="true">${link}</a>`)
  // The shop sees a confirmed number and an added bike itself.
  if (wanted === 'phone' || wanted === 'bike') expect(html).not.toContain('<button')
  else expect(html).toMatch(/<button class="btn btn--quiet"[^>]*>Already done<\/button>/)
  expect(html).not.toContain(notVerified)
})

test('who was asked for papers and has no bike adds the bike first', async () => {
  const html = read({ question: { wanted: 'papers', askedOn }, hasBikes: false })
  expect(toText(html)).toContain(
    'Motohaat asks you Add your bike, then photos of its registration paper. Once we have checked it, buyers see “Verified” beside your name.',
  )
  // The empty list below it has the way to add a bike.
  expect(html).not.toMatch(/<a |<button /)
})

test('the question is in Bangla too', async () => {
  const bangla = await loadBangla()
  for (const wanted of badgeWants)
    expect(toText(read({ question: { wanted, askedOn } }, bangla))).toMatch(
      /^মোটোহাটের অনুরোধ .* আমরা দেখে ঠিক পেলে ক্রেতারা আপনার নামের পাশে “যাচাইকৃত” দেখবেন।/,
    )
})

test('papers are asked of a bike that is neither sold nor withdrawn; without one a bike is added before it is said to be done', () => {
  const html = read({ question: { wanted: 'papers', askedOn } })
  expect(html).toContain('href="/dashboard/addproducts"')
  expect(html).not.toContain('Already done')
})

test('without a question it says what buyers read and how to be verified; without a bike nothing', () => {
  expect(read({})).toContain(notVerified)
  expect(read({})).toContain('href="/#contact" data-discover="true">Write to us to be verified</a>')
  expect(read({ hasBikes: false })).toBe('')
  expect(read({ question: { wanted: 'call', askedOn }, hasBikes: false })).toContain('Already done')
})

let testApp: TestApp
let ayesha: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ayesha = await testApp.signInAs('ayesha')
})
afterAll(() => testApp.close())

const load = (seller: MemberClient) => {
  const context = new RouterContextProvider()
  const calls: string[] = []
  const client = Object.assign(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader makes calls without input alone
    (name: 'GET /badge') => {
      calls.push(name)
      return seller(name)
    },
    // The rest is as of the client itself.
    seller,
  )
  const session = { waitForState: () => Promise.resolve({ state: 'member', user: { email: seller.email } }) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads these alone
  context.set(appContext, { client: client as unknown as Client, session } as unknown as AppContext)
  const request = new Request(new URL('/dashboard/myproducts', testApp.publicUrl))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads these alone
  const loaded = loader({ context, request, params: {} } as unknown as LoaderFunctionArgs)
  return loaded.then((data) => ({ data, calls }))
}
const askFor = async (seller: MemberClient, wanted: Question['wanted']) => {
  const params = { id: await getMemberId(testApp, seller) }
  await ayesha('PUT /badges/:id/question', { params, body: { wanted } })
}

/** The page once the code of the part that loads late is there. */
const readLoaded = async (data: unknown) => {
  readText(MyProducts, data)
  await new Promise((resolve) => setTimeout(resolve, 0))
  return readText(MyProducts, data)
}

test('a seller without a bike is asked above the empty list, below the way to add one', async () => {
  const seller = await registerMember(testApp, 'Seller')
  expect((await load(seller)).data.question).toBeNull()
  await askFor(seller, 'bike')
  const { data } = await load(seller)
  expect(data).toMatchObject({ items: [], question: { wanted: 'bike' } })
  expect(await readLoaded(data)).toMatch(
    /You Added 0 Products Add a Product Motohaat asks you Add a bike for sale\. Once we have checked it, buyers see “Verified” beside your name\. No bikes added yet/,
  )
})

test('who has a sold bike alone is not led to its papers', async () => {
  const seller = await registerMember(testApp, 'Seller')
  await finishDeal(testApp, seller)
  await askFor(seller, 'papers')
  const { data } = await load(seller)
  expect(data.items).toMatchObject([{ status: 'sold' }])
  expect(data.papersOf).toBeUndefined()
})

test('papers are those of the newest bike that is for sale, and a verified seller is not asked about a badge', async () => {
  const seller = await registerMember(testApp, 'Seller')
  await createListing(testApp, seller)
  const newest = await createListing(testApp, seller)
  const withdrawn = await createListing(testApp, seller)
  await seller('DELETE /allbikes/:id', { params: { id: withdrawn.id } })
  await askFor(seller, 'papers')
  const { data, calls } = await load(seller)
  expect(data).toMatchObject({ question: { wanted: 'papers' }, papersOf: newest.id })
  expect(calls).toEqual(['GET /badge'])
  expect(await readLoaded(data)).toContain('photos of your bike’s registration paper')
  await ayesha('PUT /users/:id', { params: { id: await getMemberId(testApp, seller) }, body: { verify: true } })
  const verified = await load(seller)
  expect(verified).toMatchObject({ data: { question: null }, calls: [] })
  expect(await readLoaded(verified.data)).not.toContain('Motohaat asks you')
})
