// What the database login of the shop may not do with money, each tried with that login: a faulty or captured server changes
// no amount, no number of a receipt, no decision and no permission.
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginDeal, finishDeal, handOverDeal, payDeal, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let finished: TestDeal
let decided: TestDeal
let cancelled: TestDeal
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  const admin = await signInAdmin(testApp)
  finished = await finishDeal(testApp)
  await finished.buyer('GET /deals/:id/receipt', { params: finished.params })
  cancelled = await beginDeal(testApp)
  await payDeal(testApp, cancelled)
  await cancelled.seller('POST /deals/:id/cancel', { params: cancelled.params, body: {} })
  decided = await beginDeal(testApp)
  await payDeal(testApp, decided)
  await handOverDeal(decided)
  await decided.buyer('POST /deals/:id/problem', { params: decided.params, body: { reason: 'damaged' } })
  await decided.buyer('POST /deals/:id/evidence', { params: decided.params, body: { note: 'I saw it' } })
  await admin('PUT /disputes/:id', { params: decided.params, body: { takaToBuyer: 1_000 } })
})
afterAll(() => testApp.close())

/** What the database says to a statement of the shop's login: the code of its refusal, or the constraint. */
const getErrorCode = async (sql: string): Promise<string> => {
  try {
    await testApp.db.$client.query(sql)
    return 'done'
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return error.constraint ?? error.code ?? 'refused'
  }
}

const denied = '42501'

/** The columns of a table that the shop may not change. */
const lockedColumns: Record<string, readonly string[]> = {
  payments: [
    'id',
    'bike_id',
    'buyer_id',
    'purpose',
    'amount_taka',
    'price_taka',
    'currency',
    'provider',
    'created_at',
    'held_since',
  ],
  payouts: ['id', 'seller_id', 'deal_id', 'created_at', 'repeats_id'],
  refunds: ['id', 'payment_id', 'deal_id', 'created_at'],
  receipts: ['deal_id', 'year', 'number', 'issued_at'],
  disputes: ['deal_id'],
  dispute_evidence: ['id', 'deal_id', 'member_id', 'note', 'picture', 'added_at'],
  member_permissions: ['member_id', 'permission', 'granted_by', 'granted_at'],
  ledger_entries: ['id', 'cause', 'cause_ref', 'deal_id', 'payment_id', 'payout_id', 'provider_ref', 'at', 'position'],
  ledger_lines: ['entry_id', 'account', 'poisha'],
}

describe.each(Object.entries(lockedColumns))('the shop’s own database login changes in %s no', (table, columns) => {
  test.each(columns)('%s', async (column) => {
    // A column that counts by itself is refused for that alone.
    expect([denied, '428C9']).toContain(await getErrorCode(`update ${table} set ${column} = ${column}`))
  })

  test('and deletes nothing', async () => {
    expect(await getErrorCode(`delete from ${table}`)).toBe(denied)
  })

  test('other columns are changed by rights that are granted by name', async () => {
    const { rows } = await testApp.db.$client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and not has_column_privilege($1, column_name, 'update')`,
      [table],
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...columns].toSorted())
  })
})

describe('the shop’s own database login', () => {
  test('gives nobody the permission of a cashier', async () => {
    const sql = `insert into member_permissions (member_id, permission, granted_at) select id, 'cashier', now() from members limit 1`
    expect(await getErrorCode(sql)).toBe('permission_is_given_by_owner')
  })

  test.each([
    'amount_taka = amount_taka + 1',
    'amount_taka = amount_taka - 1',
    'set_off_taka = set_off_taka + 1',
    'amount_taka = amount_taka + 1, set_off_taka = set_off_taka - 1',
  ])('pays out no other amount: %s', async (change) => {
    const errorCode = await getErrorCode(`update payouts set ${change} where deal_id = '${finished.id}'`)
    expect(errorCode).toBe('payout_amount_is_only_set_off')
  })

  test('sends no more back than was ordered, and changes no amount once it is sent', async () => {
    const change = (amount: string) =>
      getErrorCode(`update refunds set amount_poisha = ${amount} where deal_id = '${cancelled.id}'`)
    expect(await change('amount_poisha + 1')).toBe('refund_amount_only_falls')
    await testApp.sweep()
    const sent = await testApp.db.$client.query('select state from refunds where deal_id = $1', [cancelled.id])
    expect(sent.rows).toEqual([{ state: 'succeeded' }])
    expect(await change('amount_poisha - 1')).toBe('refund_amount_only_falls')
  })

  test.each(['last_number = last_number + 2', 'last_number = last_number - 1', 'year = year + 1'])(
    'numbers receipts without gaps: %s',
    async (change) => {
      expect(await getErrorCode(`update receipt_counters set ${change}`)).toBe('receipts_without_gaps')
    },
  )

  test.each([
    `decision = 'released'`,
    'taka_to_buyer = taka_to_buyer + 1',
    'decided_at = null, decision = null',
    'decided_by = null',
    `note = 'Something else'`,
  ])('changes no decision: %s', async (change) => {
    expect(await getErrorCode(`update disputes set ${change} where deal_id = '${decided.id}'`)).toBe('decision_stays')
  })
})

test('a decision stays for the owner too', async () => {
  const owner = await connectAsOwner(testApp)
  const change = owner.query(`update disputes set taka_to_buyer = 0 where deal_id = $1`, [decided.id])
  await expect(change).rejects.toMatchObject({ constraint: 'decision_stays' })
  await owner.end()
})
