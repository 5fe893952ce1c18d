// Advertisements that a report of a stolen bike finds while they change, and that a moderator has looked at.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createUniqueNumbers,
  decideStolen,
  provePhone,
  registerReporter,
  reportStolen,
} from '#tests/support/papers/stolen.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { createListing, editListing, grantPermission, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const listBike = async () => {
  const seller = await registerMember(testApp, 'Seller')
  const { id } = await createListing(testApp, seller)
  const { chassis } = createUniqueNumbers()
  const body = { registration: null, engine: null, chassis }
  await seller('PUT /allbikes/myproduct/:id/numbers', { params: { id }, body })
  return { seller, chassis, id }
}

const isHidden = async (id: string): Promise<boolean> =>
  (await testApp.db.$client.query('select from bikes where id = $1 and hidden_at is not null', [id])).rowCount === 1

test('a bike that its owner withdraws while the report waits for it does not refuse the report', async () => {
  const { seller, chassis, id } = await listBike()
  await provePhone(testApp, seller)
  const withdrawing = await testApp.db.$client.connect()
  try {
    const { rows } = await withdrawing.query<{ pid: number }>('select pg_backend_pid() as pid')
    await withdrawing.query('begin')
    await withdrawing.query('update bikes set withdrawn_at = now() where id = $1', [id])
    const reporting = reportStolen(seller, chassis)
    const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    await expect
      .poll(async () => (await testApp.db.$client.query(waiting, [rows[0]?.pid])).rowCount, { timeout: 20_000 })
      .toBe(1)
    await withdrawing.query('commit')
    expect(await reporting).toMatch(/^[\da-f-]{36}$/)
  } finally {
    withdrawing.release()
  }
})

test('a bike in the register stays hidden when its seller edits it, whatever a moderator looked at before', async () => {
  const { seller, chassis, id } = await listBike()
  const moderator = await registerMember(testApp, 'Buyer')
  await grantPermission(testApp, moderator, 'moderator')
  await decideStolen(moderator, await reportStolen(await registerReporter(testApp), chassis), 'matches')
  expect(await isHidden(id)).toBe(true)
  // As after the end of a case about the same bike when it was sold.
  const cleared = `update fired_rules set cleared_at = fired_at where bike_id = $1 and rule = 'reported_stolen' returning quote`
  expect((await queryAsOwner(testApp, cleared, [id])).rows).toEqual([{ quote: 'register' }])
  await editListing(seller, id, { location: 'Uttara, Dhaka' })
  expect(await isHidden(id)).toBe(true)
})
