import type { auditCalls } from '#contract/admin/audit.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { listAuditEntries } from './audit-entries.ts'

/** The handler of the audit log. */
export const auditRoutes = (deps: { db: Database }): Handlers<typeof auditCalls, Member> => ({
  'GET /audit': ({ query }) => listAuditEntries(deps.db, query),
})
