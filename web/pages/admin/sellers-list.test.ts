// Which sellers the admin's list opens on, and what its heading counts.
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import Sellers, { loader } from './sellers-page.tsx'

let testApp: TestApp
let admin: MemberClient
let emptyId: string
let askedId: string
let seededId: string

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await testApp.signInAs('ayesha')
  const { items } = await admin.page('GET /sellers', { query: { verified: 'empty', limit: '100' } })
  for (const { _id: id } of items) await admin('PUT /users/:id', { params: { id }, body: { verify: true } })
  const [seeded] = await admin('GET /sellers', { query: { verified: 'asked' } })
  assert(seeded, 'needs a seller of the demonstration who was asked')
  seededId = seeded._id
  emptyId = await getMemberId(testApp, await registerMember(testApp, 'Seller'))
  askedId = await getMemberId(testApp, await registerMember(testApp, 'Seller'))
  await admin('PUT /badges/:id/question', { params: { id: askedId }, body: { wanted: 'bike' } })
})
afterAll(() => testApp.close())

const load = async (search: string) => {
  const context = new RouterContextProvider()
  // Loaders call the API alone.
  context.set(appContext, { client: admin as Client } as AppContext) // oxlint-disable-line typescript/no-unsafe-type-assertion
  const request = new Request(new URL(`/dashboard/allsellers${search}`, testApp.publicUrl))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader reads these alone
  return loader({ context, request, params: {} } as unknown as LoaderFunctionArgs)
}
const count = async (verified?: 'ready' | 'asked' | 'empty') =>
  (await admin.page('GET /sellers', { query: { limit: '1', ...(verified && { verified }) } })).total
const hasVerified = ({ page }: Awaited<ReturnType<typeof load>>) => page.items.some(({ status }) => status)
const findCurrent = (html: string) =>
  /<a [^>]*href="\/(\?verified=\w+)"[^>]*aria-current="page"|<a [^>]*aria-current="page"[^>]*href="\/(\?verified=\w+)"/.exec(
    html,
  )

test('the list opens on the sellers who can be verified; each list has its count, and the heading counts all sellers', async () => {
  const [people, all, ready] = [await load(''), await count(), await count('ready')]
  assert(all > ready && ready > 0, 'needs a verified seller, and one to verify')
  expect(hasVerified(people)).toBe(false)
  expect(people.page.total).toBe(ready)
  const text = readText(Sellers, people)
  expect(text).toContain(`Sellers: ${all} `)
  const [asked, empty] = [await count('asked'), await count('empty')]
  expect([asked, empty], 'one of the seed was asked too').toEqual([2, 1])
  expect(text).toContain(`To verify (${ready}) Asked (2) Nothing to check yet (1) All `)
  expect(readText(Sellers, people, await loadBangla())).toContain('কিছু চাওয়া হয়েছে (২) দেখার কিছু নেই (১) সব ')
  expect(findCurrent(readHtml(Sellers, people))).toContain('?verified=ready')
})

test('each list is one tap away, at an address of its own', async () => {
  const all = await load('?verified=all')
  expect(all.page.total).toBe(await count())
  expect(hasVerified(all)).toBe(true)
  expect(findCurrent(readHtml(Sellers, all))).toContain('?verified=all')
  for (const [view, ids] of [
    ['asked', [seededId, askedId]],
    ['empty', [emptyId]],
  ] as const) {
    const people = await load(`?verified=${view}`)
    expect(people.page.items.map(({ _id }) => _id)).toEqual(ids)
    expect(people.total, 'the heading counts all').toBe(await count())
    expect(findCurrent(readHtml(Sellers, people))).toContain(`?verified=${view}`)
  }
})

test('the pages after the first one say which list they are of', async () => {
  const people = await load('')
  const next = { ...people, page: { ...people.page, next: 'cursor' } }
  expect(readHtml(Sellers, next)).toContain('href="/?verified=ready&amp;cursor=cursor')
  const all = await load('?verified=all')
  expect(readHtml(Sellers, { ...all, page: { ...all.page, next: 'cursor' } })).toContain('?verified=all&amp;cursor=')
})

test('a search without a word about badges is among all sellers, and shows all of them afterwards', async () => {
  const verified = (await load('?verified=all')).page.items.find(({ status }) => status)
  assert(verified, 'needs a verified seller')
  const people = await load(`?search=${encodeURIComponent(verified.email)}`)
  expect(people.page.items.map(({ email }) => email)).toEqual([verified.email])
  expect(readText(Sellers, people)).toContain('Sellers: 1 ')
  expect(readText(Sellers, people), 'the lists keep their counts').toContain('Asked (2)')
  expect(readHtml(Sellers, await load('?search=nobody-has-this'))).toMatch(/href="\/\?verified=all"[^>]*>Show all/)
  // In a list that the address asks for it stays among them.
  for (const view of ['ready', 'asked', 'empty'])
    expect(readHtml(Sellers, await load(`?verified=${view}`))).toContain(
      `<input type="hidden" name="verified" value="${view}"/>`,
    )
  for (const search of ['', '?verified=all'])
    expect(readHtml(Sellers, await load(search))).not.toContain('type="hidden"')
  const email = encodeURIComponent(verified.email)
  expect((await load(`?verified=asked&search=${email}`)).page.items).toEqual([])
})

test('the list opens on all sellers when nobody can be verified, and a list of nobody says so', async () => {
  for (;;) {
    const { items } = await admin.page('GET /sellers', { query: { limit: '100', verified: 'ready' } })
    if (items.length === 0) break
    for (const { _id: id } of items)
      await admin('PUT /users/:id', { params: { id }, body: { verify: true, evidence: 'papers_seen' } })
  }
  const people = await load('')
  expect(people.page.total).toBe(await count())
  expect(people.page.items.map(({ _id }) => _id)).toContain(emptyId)
  expect(readText(Sellers, people)).toContain('To verify (0) Asked (2) ')
  expect(findCurrent(readHtml(Sellers, people))).toContain('?verified=all')
  expect(readText(Sellers, await load('?verified=ready'))).toContain('Nobody to verify now')
  for (const id of [askedId, seededId]) await admin('PUT /users/:id', { params: { id }, body: { verify: true } })
  expect(readText(Sellers, await load('?verified=asked'))).toContain('You wait for nobody')
  await admin('PUT /users/:id', { params: { id: emptyId }, body: { verify: true } })
  expect(readText(Sellers, await load('?verified=empty'))).toContain('Everybody has a number or a bike')
})
