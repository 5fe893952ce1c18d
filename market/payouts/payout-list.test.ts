// What the cashier reads first: of what waits the oldest, of what has ended the newest.
import { expect, test } from 'vitest'
import {
  finishDeal,
  findPayout,
  registerCashier,
  sendPayout,
  setDestination,
  signInAdmin,
} from '#tests/support/money.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

/** The ids of a list, read page by page, two at a time. */
const readPages = async (cashier: MemberClient, state?: 'confirmed'): Promise<string[]> => {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: '2', ...(cursor && { cursor }), ...(state && { state }) }
    const { items, next } = await cashier.page('GET /payouts', { query })
    ids.push(...items.map(({ _id }) => _id))
    cursor = next
  }
  return ids
}

test('what waits is listed with the oldest first, what has ended with the newest first, over all pages', async () => {
  const testApp = await createTestApp()
  const [cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
  const deals = [await finishDeal(testApp), await finishDeal(testApp), await finishDeal(testApp)]
  const payouts = []
  for (const { id } of deals) payouts.push(await findPayout(testApp, id))
  const ids = payouts.map(({ id }) => id).toSorted()
  expect(await readPages(cashier)).toEqual(ids)

  for (const deal of deals) {
    await setDestination(deal)
    const id = await sendPayout(testApp, deal, [cashier, admin])
    await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'confirm' } })
  }
  expect(await readPages(cashier)).toEqual([])
  expect(await readPages(cashier, 'confirmed')).toEqual(ids.toReversed())
})
