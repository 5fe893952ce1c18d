// The handlers of calls that answer with a file alone.
import { contract } from '#contract/api.ts'
import { meetingFileRoutes } from '#market/deals/meeting-file/routes.ts'
import { bankFileRoutes } from '#market/payouts/bank-file/routes.ts'
import type { Member } from '#market/schema/people/members.ts'
import { documentationRoutes } from '#platform/api-reference/api-reference.ts'
import type { Authenticator } from '#platform/http/router.ts'
import type { AppDependencies } from './dependencies.ts'

/** The calendar file of a meeting, the files of the bank, and the documentation of the API. */
export const createFileHandlers = (dependencies: AppDependencies, authenticator: Authenticator<Member>) => ({
  ...meetingFileRoutes({ ...dependencies, authenticator }),
  ...bankFileRoutes(dependencies),
  ...documentationRoutes(contract, dependencies.publicUrl),
})
