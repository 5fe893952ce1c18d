// What the server takes of the deals: handlers and jobs.
import type { DealRouteDeps } from './sides.ts'
import { type DisputeDeps, disputeRoutes } from './disputes/routes.ts'
import { handleDueDeals } from './jobs.ts'
import { type MeetingFileDeps, meetingFileRoutes } from './meeting-file/routes.ts'
import { receiptRoutes } from './receipts.ts'
import { dealRoutes } from './routes.ts'

type Deps = DealRouteDeps & DisputeDeps & MeetingFileDeps & { log: (line: string) => void }

export const createDealsModule = (deps: Deps) => ({
  routes: [dealRoutes(deps), disputeRoutes(deps), receiptRoutes(deps), meetingFileRoutes(deps)],
  jobs: {
    handleDueDeals: (signal?: AbortSignal) => handleDueDeals({ ...deps, signal }),
  },
})
