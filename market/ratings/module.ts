// What the server takes of the ratings: handlers and jobs.
import type { ReplicaReads } from '#platform/database/replica.ts'
import { revealRatings } from './jobs.ts'
import type { RatingDeps } from './rating-changes.ts'
import { ratingRoutes } from './routes.ts'

type Deps = RatingDeps & { replicaReads: ReplicaReads; log: (line: string) => void }

export const createRatingsModule = (deps: Deps) => ({
  routes: [ratingRoutes(deps)],
  jobs: {
    revealRatings: (signal?: AbortSignal) => revealRatings({ ...deps, signal }),
  },
})
