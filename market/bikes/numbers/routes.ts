import type { numberCalls } from '#contract/bike-page.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { showNumber } from './number-views.ts'

/** The seller's number, on request. */
export const numberRoutes = (deps: { db: Database; now: () => Date }): Handlers<typeof numberCalls, Member> => ({
  'GET /bikes/:slug/number': async ({ me, params }) => ({ contactNumber: await showNumber(deps, params.slug, me) }),
})
