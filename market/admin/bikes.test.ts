// One bike for the admin: whether it is hidden, since when and by what, and its cases.
import { assert, expect, test } from 'vitest'
import { createModeration } from '#tests/support/cases/moderation.ts'
import { signInAdmin } from '#tests/support/money.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('the admin sees since when a bike is hidden and by what, hides it, and shows it again', async () => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  const admin = await signInAdmin(testApp)
  const { id } = await createListing(testApp, await registerMember(testApp, 'Seller'))
  const slug = (await admin('GET /newbikes')).find(({ _id }) => _id === id)?.slug
  assert(slug !== undefined, 'needs the bike')
  const read = async () => {
    const { status, hiddenAt, hiddenBy, cases } = await admin('GET /bikes/:slug/history', { params: { slug } })
    return { status, hiddenAt, hiddenBy, cases: cases.map(({ decision, isOpen }) => ({ decision, isOpen })) }
  }
  const setHidden = (hidden: boolean) =>
    admin('PUT /hidden/:id', { params: { id }, body: { hidden, reason: 'Not its photos.' } })
  expect(await read()).toEqual({ status: 'available', hiddenAt: null, hiddenBy: null, cases: [] })
  await setHidden(true)
  expect(await read()).toEqual({
    status: 'withdrawn',
    hiddenAt: clock.now.toISOString(),
    hiddenBy: 'moderator',
    cases: [{ decision: 'hide', isOpen: false }],
  })
  await setHidden(false)
  expect(await read()).toMatchObject({ status: 'available', hiddenAt: null, hiddenBy: null })
})

test('reports open a case of the bike, hide it, and a newer case is above an older one', async () => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  const admin = await signInAdmin(testApp)
  const market = await createModeration(testApp, clock)
  const { bike, caseId } = await market.createReported()
  const params = { slug: await market.getSlug(bike.id) }
  const reported = await admin('GET /bikes/:slug/history', { params })
  expect(reported.cases).toEqual([{ _id: caseId, openedAt: clock.now.toISOString(), isOpen: true, decision: null }])
  expect(reported.hiddenBy).toBeNull()
  for (const reporter of market.reporters.slice(1, 3)) await market.report(reporter, bike.id)
  expect((await admin('GET /bikes/:slug/history', { params })).hiddenBy).toBe('reports')
  await market.decide(market.moderator, caseId, 'nothing')
  await market.report(market.reporters[3], bike.id)
  const again = await admin('GET /bikes/:slug/history', { params })
  expect(again.hiddenBy).toBeNull()
  expect(again.cases.map(({ isOpen, decision }) => [isOpen, decision])).toEqual([
    [true, null],
    [false, 'nothing'],
  ])
})
