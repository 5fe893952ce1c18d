// I22: the audit log has every change of money, role, verification, deletion and sign-in, with actor and request id.
import type { Invariant } from './invariant.ts'

/** Selects rows of a table in some state without an entry in the audit log. */
const missingFromAuditLogSql = (rowsSql: string, key: 'member_id' | 'bike_id' | 'payment_id', act: string): string =>
  `select * from (${rowsSql}) as kept
    where not exists (select from audit where audit.${key} = kept.id and what = ${act})`

// For a state that is turned on and off, the last entry of the audit log must match.
const lastAuditActSql = (acts: string): string =>
  `(select what from audit where member_id = members.id and what in (${acts}) order by audit.id desc limit 1)`

const expectedAuditAct = `case state
  when 'open' then 'payment_opened' when 'succeeded' then 'payment_succeeded' when 'canceled' then 'payment_canceled'
  when 'refund_due' then 'refund_due' else 'payment_refunded' end`

// Who added the role of seller joined as a buyer.
const joinedRolesSql = `select id, case when exists (select from audit
    where audit.member_id = members.id and what = 'role_added' and details ->> 'role' = 'Seller') then 'Buyer' else role end as role
  from members`

export const auditInvariants: readonly Invariant[] = [
  {
    id: 'I22a',
    statement: 'The audit log has every payment’s state.',
    sql: missingFromAuditLogSql(`select id, state, ${expectedAuditAct} as word from payments`, 'payment_id', 'word'),
  },
  {
    id: 'I22b',
    statement: 'The audit log has every dispute and every refunded part of a sale.',
    sql: `${missingFromAuditLogSql('select id, disputed_at from payments where disputed_at is not null', 'payment_id', `'payment_disputed'`)}
      union all ${missingFromAuditLogSql('select id, dispute_ended_at from payments where dispute_outcome is not null', 'payment_id', `'dispute_ended'`)}
      union all ${missingFromAuditLogSql(`select id, settled_at from payments where refunded_taka > 0 and state = 'succeeded'`, 'payment_id', `'partly_refunded'`)}`,
  },
  {
    id: 'I22c',
    statement: 'The audit log has when every member joined, with which role, and when they left.',
    sql: `${missingFromAuditLogSql(joinedRolesSql, 'member_id', `'member_joined' and details ->> 'role' = kept.role`)}
      union all ${missingFromAuditLogSql('select id, role from members where removed_at is not null', 'member_id', `'member_removed'`)}`,
  },
  {
    id: 'I22d',
    statement: 'The newest audit entry about a badge or a second factor matches its state.',
    sql: `select id, verified_at, has_second_factor from members
      where (verified_at is not null)
          <> (coalesce(${lastAuditActSql(`'member_verified', 'verification_taken'`)}, '') = 'member_verified')
        or has_second_factor
          <> (coalesce(${lastAuditActSql(`'second_factor_on', 'second_factor_off'`)}, '') = 'second_factor_on')`,
  },
  {
    id: 'I22e',
    statement: 'The audit log has every withdrawn bike.',
    sql: missingFromAuditLogSql(
      'select id, withdrawn_at from bikes where withdrawn_at is not null',
      'bike_id',
      `'bike_withdrawn'`,
    ),
  },
  {
    id: 'I22f',
    statement: 'The audit log has the request of whatever a person or the card provider did.',
    sql: `select id, actor, what, at from audit
      where request_id is null and actor <> 'system' and actor not like 'database:%'`,
  },
  {
    id: 'I22g',
    statement: 'The audit log has each added role once; the account has both since then.',
    sql: `select id, both_roles_since from members
      where (both_roles_since is not null)::int
        <> (select count(*) from audit where audit.member_id = members.id and what = 'role_added')`,
  },
]
