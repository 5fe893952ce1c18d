// What the server takes of the seller's money: handlers and jobs.
import { bankFileRoutes } from './bank-file/routes.ts'
import { type DestinationDeps, destinationRoutes } from './destinations.ts'
import { payoutRoutes } from './routes.ts'
import { type SendingDeps, sweepPayouts } from './bkash-payouts.ts'

export const createPayoutsModule = (deps: DestinationDeps & SendingDeps) => ({
  routes: [payoutRoutes(deps), destinationRoutes(deps), bankFileRoutes(deps)],
  jobs: {
    sweepPayouts: (signal?: AbortSignal) => sweepPayouts({ ...deps, signal }),
  },
})
