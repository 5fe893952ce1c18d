import { minPoints } from '#contract/cases/publishing-rules.ts'
import { dayMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { uploadPaper } from '#tests/support/papers/papers.ts'
import { createListing, editListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createUniqueJpeg } from '#tests/support/test-pictures.ts'

const clock = { now: new Date('2026-11-03T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const listBike = async () => {
  const seller = await registerMember(testApp, 'Seller')
  return { seller, ...(await createListing(testApp, seller)) }
}
type Bike = { seller: MemberClient; id: string }

const save = ({ seller, id }: Bike, fileId: string) =>
  seller('PUT /allbikes/myproduct/:id/papers', { params: { id }, body: { kind: 'registration', said: 'mine', fileId } })
/** Shows the photo as the registration of a bike. */
const show = async (bike: Bike, jpeg: Uint8Array) => save(bike, await uploadPaper(bike.seller, jpeg))
const createCopy = async () => {
  const [first, second, jpeg] = [await listBike(), await listBike(), await createUniqueJpeg()]
  await show(first, jpeg)
  await show(second, jpeg)
  return { first, second, jpeg }
}
const areListed = async (...ids: string[]) => {
  const listed: boolean[] = []
  for (const id of ids) listed.push(await market.isListed(id))
  return listed
}
const listFired = async (id: string) =>
  (await market.moderator('GET /cases/:id', { params: { id: await market.findCase(id) } })).firedRules
/** Changes the price, so that the rules look at the advertisement again. */
const edit = ({ seller, id }: Bike) => editListing(seller, id, { salePrice: 170_000 })

describe('a photo of a paper that another seller shows too', () => {
  test('makes both bikes wait; their sellers read only that the papers are checked, moderators the rule', async () => {
    const { first, second } = await createCopy()
    expect(await areListed(first.id, second.id)).toEqual([false, false])
    for (const { seller, id } of [first, second]) {
      expect(await listFired(id)).toContainEqual(expect.objectContaining({ rule: 'paper_of_another', points: 60 }))
      const { reasons } = await seller('GET /waiting/:id', { params: { id } })
      expect(reasons.filter(({ rule }) => rule !== 'same_picture')).toEqual([{ rule: 'papers_check', quote: null }])
      expect(await market.listKinds(seller)).toEqual(['ad_waits'])
    }
  })

  test('opens no case for two bikes of one seller, for a sold or withdrawn one, or for another photo', async () => {
    const [own, other, jpeg] = [await listBike(), await listBike(), await createUniqueJpeg()]
    await show(own, jpeg)
    const second = { seller: own.seller, ...(await createListing(testApp, own.seller)) }
    await show(second, jpeg)
    await show(other, await createUniqueJpeg())
    expect(await areListed(own.id, second.id, other.id)).toEqual([true, true, true])
    for (const { seller, id } of [own, second]) await seller('DELETE /allbikes/:id', { params: { id } })
    await show(other, jpeg)
    await edit(other)
    expect(await areListed(other.id)).toEqual([true])
  })

  test('is looked at by a moderator, whatever photo follows, and not again once the bike was published', async () => {
    const { first, second, jpeg } = await createCopy()
    await show(second, await createUniqueJpeg())
    await edit(second)
    expect(await areListed(second.id)).toEqual([false])
    await market.decide(market.moderator, await market.findCase(first.id), 'nothing')
    await market.decide(market.moderator, await market.findCase(second.id), 'hide')
    await edit(first)
    const third = await listBike()
    await show(third, jpeg)
    expect(await areListed(first.id, second.id, third.id)).toEqual([true, false, false])
  })

  test('is found also when both sellers save it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second, jpeg] = [await listBike(), await listBike(), await createUniqueJpeg()]
      const files = await Promise.all([first, second].map(({ seller }) => uploadPaper(seller, jpeg)))
      await Promise.all([first, second].map((bike, index) => save(bike, files[index] ?? '')))
      expect(await areListed(first.id, second.id)).toEqual([false, false])
    }
  })

  test('still has to be looked at after a suspension of its seller', async () => {
    const { second } = await createCopy()
    await market.decide(market.moderator, await market.findCase(second.id), 'suspend_7')
    // As a suspension about another thing hides it.
    await testApp.db.$client.query(`update bikes set hidden_by = 'suspension' where id = $1`, [second.id])
    const today = clock.now
    clock.now = new Date(today.getTime() + 7 * dayMs + 1)
    await testApp.endSuspensions()
    clock.now = today
    expect(await areListed(second.id)).toEqual([false])
    const rules = (await listFired(second.id)).filter(({ points }) => points >= minPoints.wait)
    expect(rules.map(({ rule }) => rule)).toEqual(['paper_of_another'])
  })

  test('leaves a bike as it is whose seller waits for the answer to an appeal', async () => {
    const [first, second, jpeg] = [await listBike(), await listBike(), await createUniqueJpeg()]
    await show(first, jpeg)
    await market.report(market.reporters[0], first.id)
    const caseId = await market.findCase(first.id)
    await market.decide(market.moderator, caseId, 'warn')
    await first.seller('POST /appeals', { body: { caseId, words: 'I never asked for money in advance.' } })
    await show(second, jpeg)
    await show(first, jpeg)
    expect(await areListed(first.id, second.id)).toEqual([true, false])
  })
})
