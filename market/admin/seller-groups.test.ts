// The groups of sellers without a badge: each is in exactly one, and the overview counts those who can be verified.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { badgeWants } from '#contract/cases/badge-evidence.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let ayesha: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-03T10:00:00+06:00') } })
})
afterAll(() => testApp.close())

/** Registrations and requests are limited, and the login of an admin ends: some minutes later, with another one. */
const beginAgain = async () => {
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 10 * 60_000)
  ayesha = await testApp.signInAs('ayesha')
}
beforeEach(beginAgain)

const kind = fc.record({
  bike: fc.constantFrom('none', 'on sale', 'withdrawn'),
  hasNumber: fc.boolean(),
  question: fc.constantFrom('none', 'open', 'answered'),
  wanted: fc.constantFrom(...badgeWants),
  badge: fc.constantFrom('none', 'shown', 'taken back'),
})
type Kind = typeof kind extends fc.Arbitrary<infer One> ? One : never

/** Every way in which a seller without a badge falls into a group; what else there may be is drawn by lot. */
const everyGroup = (['none', 'on sale'] as const).flatMap((bike) =>
  [false, true].flatMap((hasNumber) =>
    (['none', 'open', 'answered'] as const).map((question): Kind => ({
      bike,
      hasNumber,
      question,
      wanted: 'papers',
      badge: 'none',
    })),
  ),
)

let numbers = 0

const createSeller = async ({ bike, hasNumber, question, wanted, badge }: Kind) => {
  await beginAgain()
  const seller = await registerMember(testApp, 'Seller')
  const id = await getMemberId(testApp, seller)
  if (bike !== 'none') {
    const { id: bikeId } = await createListing(testApp, seller)
    if (bike === 'withdrawn') await seller('DELETE /allbikes/:id', { params: { id: bikeId } })
  }
  if (hasNumber) {
    numbers += 1
    await testApp.db.$client.query('insert into phone_proofs values ($1, $2, now())', [
      id,
      `+88017${String(numbers).padStart(8, '0')}`,
    ])
  }
  if (badge === 'taken back') {
    await ayesha('PUT /users/:id', { params: { id }, body: { verify: true } })
    await ayesha('PUT /badges/:id', { params: { id }, body: { reason: 'The shop has moved.' } })
  }
  if (question !== 'none') await ayesha('PUT /badges/:id/question', { params: { id }, body: { wanted } })
  if (question === 'answered') await seller('PUT /badge/question', { body: { wanted } })
  if (badge === 'shown') await ayesha('PUT /users/:id', { params: { id }, body: { verify: true } })
  return { id, group: toGroup({ bike, hasNumber, question, badge }) }
}

/** The group that the rule gives a seller. */
const toGroup = ({ bike, hasNumber, question, badge }: Omit<Kind, 'wanted'>) => {
  if (badge === 'shown') return 'verified'
  if (question === 'open') return 'asked'
  return hasNumber || bike !== 'none' ? 'ready' : 'empty'
}

/** The whole list of a group, page by page. */
const listIds = async (verified: 'no' | 'ready' | 'asked' | 'empty'): Promise<string[]> => {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await ayesha.page('GET /sellers', { query: { verified, limit: '7', ...(cursor && { cursor }) } })
    ids.push(...page.items.map(({ _id }) => _id))
    cursor = page.next
  }
  const { total } = await ayesha.page('GET /sellers', { query: { verified, limit: '1' } })
  expect(total, verified).toBe(ids.length)
  return ids
}

test('each seller without a badge is in one group, the groups together are all of them, and the overview counts the first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 6 }), async (kinds) => {
      const sellers = []
      for (const one of kinds) sellers.push(await createSeller(one))
      await beginAgain()
      const lists = {
        ready: await listIds('ready'),
        asked: await listIds('asked'),
        empty: await listIds('empty'),
      }
      for (const { id, group } of sellers) {
        const found = Object.entries(lists).flatMap(([name, ids]) => (ids.includes(id) ? [name] : []))
        expect(found).toEqual(group === 'verified' ? [] : [group])
      }
      const together = Object.values(lists).flat()
      expect(new Set(together).size, 'nobody is in two').toBe(together.length)
      expect((await listIds('no')).toSorted()).toEqual(together.toSorted())
      for (const ids of Object.values(lists)) expect(ids, 'whoever waits longest stands first').toEqual(ids.toSorted())
      const { queues } = await ayesha('GET /overview')
      expect(queues.find(({ name }) => name === 'sellers')?.waiting).toBe(lists.ready.length)
    }),
    { numRuns: 6, seed: 1, endOnFailure: true, examples: [[everyGroup]] },
  )
})

test('a group that nobody knows is refused', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what another program could send
  const query = { verified: 'yes' as 'no' }
  await expect(ayesha('GET /sellers', { query })).rejects.toMatchObject({ status: 400, body: { field: 'verified' } })
})

test('a group is found by names too', async () => {
  const seller = await registerMember(testApp, 'Seller', 'Nobody Yet')
  const find = async (verified: 'ready' | 'asked' | 'empty') =>
    (await ayesha.page('GET /sellers', { query: { verified, search: 'nobody yet' } })).total
  expect([await find('ready'), await find('asked'), await find('empty')]).toEqual([0, 0, 1])
  await createListing(testApp, seller)
  expect([await find('ready'), await find('asked'), await find('empty')]).toEqual([1, 0, 0])
})
