// Each invariant of proven numbers, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createInvariantHarness,
  type InvariantHarness,
  karimIdSql,
  rahimIdSql,
} from '#tests/support/invariant-harness.ts'
import { phoneInvariants } from './phones.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
})
afterAll(() => harness.close())

// Triggers write it elsewhere; they do not run for planted rows.
const auditSql = (memberIdSql: string) =>
  `insert into audit (actor, what, member_id, details) values ('system', 'phone_proven', ${memberIdSql}, '{}');`
const insertProof = (memberIdSql: string, number: string) =>
  `insert into phone_proofs (member_id, number, proven_at) values (${memberIdSql}, '${number}', now());`
const prove = (memberIdSql: string, number: string) => insertProof(memberIdSql, number) + auditSql(memberIdSql)

const faults: [id: string, story: string, sql: string][] = [
  [
    'S4a',
    'two accounts have proven one number',
    `drop index one_account_of_number; ${prove(rahimIdSql, '+8801712345678')} ${prove(karimIdSql, '+8801712345678')}`,
  ],
  [
    'S4b',
    'one number has two spellings',
    `alter table phone_proofs drop constraint phone_is_normal; ${prove(rahimIdSql, '01712345678')}`,
  ],
  ['S4c', 'a number was proven unseen', insertProof(rahimIdSql, '+8801712345678')],
  ['S4c', 'a proof is gone unseen', auditSql(rahimIdSql)],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('each invariant of proven numbers is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(phoneInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
