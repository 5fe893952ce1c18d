import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createLedgerCheck, findNewViolations } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => {
  // The tests change entries, which the database refuses otherwise.
  testApp = await createTestApp({ manualClose: true, breaksData: true })
})
afterAll(() => testApp.close())

test('the check of what is new finds an entry that was changed past the constraints, and nothing before', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  const lines: string[] = []
  const check = createLedgerCheck({ db: testApp.db, log: (line) => void lines.push(line) })
  expect(await check()).toEqual([])
  const owner = await connectAsOwner(testApp)
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(`update ledger_lines set poisha = poisha + 1 where account = 'held:' || $1`, [deal.id])
    expect(await check()).toEqual([
      { id: 'M1', subject: expect.any(String), poisha: '1' },
      { id: 'M2', subject: deal.id, poisha: '14899999' },
    ])
    expect(lines).toHaveLength(2)
    const { rows } = await owner.query<{ position: string }>('select max(position) as position from ledger_entries')
    expect(await findNewViolations(testApp.db, Number(rows[0]?.position))).toEqual([])
    await owner.query(`update ledger_lines set account = 'buyer:' || $1 where account = 'held:' || $1 and poisha < 0`, [
      deal.id,
    ])
    await owner.query(`update ledger_lines set poisha = -poisha where account = 'buyer:' || $1`, [deal.id])
    expect((await check()).map(({ id }) => id)).toContain('M11')
  } finally {
    await owner.end()
  }
})
