// Each invariant of transfers, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvariantHarness, type InvariantHarness } from '#tests/support/invariant-harness.ts'
import { transferInvariants } from './transfers.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

const sale = `(select deal_id from transfers where cancelled_at is null order by deal_id limit 1)`
const open = `receipt_openings (id, deal_id, member_id, opened_at) select gen_random_uuid(), deal_id`
const auditOpening = `insert into audit (actor, what, member_id, details)
  select 'system', 'sale_receipt_opened', member_id, jsonb_build_object('dealId', deal_id) from receipt_openings;`

const faults: [id: string, story: string, sql: string][] = [
  ['P6a', 'a sale has no transfer', `delete from transfers where deal_id = ${sale};`],
  ['P6a', 'an exempt sale has one', `insert into sales_before_transfers values (${sale});`],
  [
    'P6a',
    'a deal that goes on has one',
    `insert into sales_before_transfers select id from deals where closed_at is null and handed_over_at is null limit 1;`,
  ],
  [
    'P6b',
    'it was cancelled without a refund',
    `update transfers set cancelled_at = now(), due_at = null where deal_id = ${sale};`,
  ],
  [
    'P6c',
    'the notice was given before the sale',
    `alter table transfers drop constraint notice_in_time;
     update transfers set notice_on = sold_on - 1, notice_said_at = sold_at where deal_id = ${sale};`,
  ],
  [
    'P6d',
    'a stranger opened a receipt',
    `insert into ${open}, (select id from members where email = 'ayesha@motohaat.test'), now() from transfers where deal_id = ${sale};
     ${auditOpening}`,
  ],
  [
    'P6d',
    'an opening is not in the audit log',
    `insert into ${open}, buyer_id, now() from transfers join deals on deals.id = deal_id where deal_id = ${sale};`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of transfers is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(transferInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
