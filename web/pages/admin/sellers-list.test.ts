// Which sellers the admin's list opens on, and what its heading counts.
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import { readHtml, readText } from '#tests/support/deals/read-page.ts'
import { getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import Sellers, { loader } from './sellers-page.tsx'

let testApp: TestApp
let admin: MemberClient
let waitingId: string

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await testApp.signInAs('ayesha')
  waitingId = await getMemberId(testApp, await registerMember(testApp, 'Seller'))
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
const countAll = async () => (await admin.page('GET /sellers', { query: { limit: '1' } })).total
const countWaiting = async () => (await admin.page('GET /sellers', { query: { limit: '1', verified: 'no' } })).total
const hasVerified = ({ page }: Awaited<ReturnType<typeof load>>) => page.items.some(({ status }) => status)
const findCurrent = (html: string) =>
  /<a [^>]*href="\/(\?verified=\w+)"[^>]*aria-current="page"|<a [^>]*aria-current="page"[^>]*href="\/(\?verified=\w+)"/.exec(
    html,
  )

test('the list opens on the sellers who wait for a badge, and its heading counts all sellers', async () => {
  const [people, all, waiting] = [await load(''), await countAll(), await countWaiting()]
  assert(all > waiting, 'needs a verified seller')
  expect(hasVerified(people)).toBe(false)
  expect(people.page.total).toBe(waiting)
  const text = readText(Sellers, people)
  expect(text).toContain(`Sellers: ${all} `)
  expect(text).toContain(`Not verified (${waiting}) All `)
  expect(findCurrent(readHtml(Sellers, people))).toContain('?verified=no')
})

test('all sellers are one tap away, at an address of their own', async () => {
  const people = await load('?verified=all')
  expect(people.page.total).toBe(await countAll())
  expect(hasVerified(people)).toBe(true)
  expect(findCurrent(readHtml(Sellers, people))).toContain('?verified=all')
})

test('the pages after the first one say which list they are of', async () => {
  const people = await load('')
  const next = { ...people, page: { ...people.page, next: 'cursor' } }
  expect(readHtml(Sellers, next)).toContain('href="/?verified=no&amp;cursor=cursor')
  const all = await load('?verified=all')
  expect(readHtml(Sellers, { ...all, page: { ...all.page, next: 'cursor' } })).toContain('?verified=all&amp;cursor=')
})

test('a search without a word about badges is among all sellers, and shows all of them afterwards', async () => {
  const verified = (await load('?verified=all')).page.items.find(({ status }) => status)
  assert(verified, 'needs a verified seller')
  const people = await load(`?search=${encodeURIComponent(verified.email)}`)
  expect(people.page.items.map(({ email }) => email)).toEqual([verified.email])
  expect(readText(Sellers, people)).toContain('Sellers: 1 ')
  expect(readHtml(Sellers, await load('?search=nobody-has-this'))).toMatch(/href="\/\?verified=all"[^>]*>Show all/)
  // On the list of those who wait, which the address asks for, it stays among them.
  expect(readHtml(Sellers, await load('?verified=no'))).toContain('<input type="hidden" name="verified" value="no"/>')
  expect(readHtml(Sellers, await load(''))).not.toContain('type="hidden"')
})

test('the list opens on all sellers when nobody waits', async () => {
  for (;;) {
    const { items } = await admin.page('GET /sellers', { query: { limit: '100', verified: 'no' } })
    if (items.length === 0) break
    for (const { _id: id } of items)
      await admin('PUT /users/:id', { params: { id }, body: { verify: true, evidence: 'papers_seen' } })
  }
  const people = await load('')
  expect(people.page.total).toBe(await countAll())
  expect(people.page.items.map(({ _id }) => _id)).toContain(waitingId)
  expect(readText(Sellers, people)).toContain('Not verified (0) All ')
  expect(readText(Sellers, await load('?verified=no'))).toContain('Every seller is verified')
})
