// What the server takes of the admin's figures: handlers and jobs.
import type { Database } from '#platform/database/database.ts'
import { addUpDailyCounts, deleteRareSearches } from './jobs.ts'
import { overviewRoutes } from './routes.ts'

export const createOverviewModule = (deps: { db: Database; now: () => Date }) => ({
  routes: [overviewRoutes(deps)],
  jobs: {
    addUpDailyCounts: () => addUpDailyCounts(deps.db),
    deleteRareSearches: () => deleteRareSearches(deps),
  },
})
