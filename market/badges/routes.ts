// A seller's own badge, taking one back, and what an admin asks for before giving one.
import { desc, eq } from 'drizzle-orm'
import type { badgeCalls } from '#contract/cases/badges.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { type BadgeDeps, takeBadgeBack } from './badge-changes.ts'
import { badges } from '#market/schema/people/badges.ts'
import { answerQuestion, askSeller, findOwnQuestion } from './questions.ts'

type Row = typeof badges.$inferSelect

const toOwnBadge = ({ evidence, givenAt, endsAt, endedAt, endCause, reason }: Row) => ({
  evidence,
  givenOn: getDhakaDay(givenAt),
  until: getDhakaDay(endsAt),
  ended: endedAt && endCause ? { on: getDhakaDay(endedAt), cause: endCause, reason } : null,
})

/** The handlers of badges; giving one is with the admin's other calls about members. */
export const badgeRoutes = (deps: BadgeDeps): Handlers<typeof badgeCalls, Member> => ({
  'GET /badge': async ({ me }) => {
    const [newest] = await deps.db
      .select()
      .from(badges)
      .where(eq(badges.memberId, me.id))
      .orderBy(desc(badges.givenAt), desc(badges.id))
      .limit(1)
    return { badge: newest ? toOwnBadge(newest) : null, question: await findOwnQuestion(deps.db, me.id) }
  },
  'PUT /badges/:id': async ({ params, body, me }) => ({
    modifiedCount: await takeBadgeBack(deps, { memberId: params.id, takenBy: me.id, reason: body.reason }),
  }),
  'PUT /badge/question': async ({ body, me }) => ({
    modifiedCount: await answerQuestion(deps, { memberId: me.id, wanted: body.wanted }),
  }),
  'PUT /badges/:id/question': async ({ params, body, me }) => ({
    modifiedCount: await askSeller(deps, { memberId: params.id, askedBy: me.id, wanted: body.wanted }),
  }),
})
