// What the server takes of the badges of sellers: handlers and jobs.
import type { BadgeDeps } from './badge-changes.ts'
import { endBadges } from './jobs.ts'
import { badgeRoutes } from './routes.ts'

export const createBadgesModule = (deps: BadgeDeps) => ({
  routes: [badgeRoutes(deps)],
  jobs: {
    endBadges: (signal?: AbortSignal) => endBadges({ ...deps, signal }),
  },
})
