// What the server takes of the price estimates: handlers and jobs.
import type { Database } from '#platform/database/database.ts'
import { estimatePrices } from './jobs.ts'
import { priceEstimateRoutes } from './routes.ts'

export const createPriceEstimatesModule = (deps: { db: Database; now: () => Date }) => ({
  routes: [priceEstimateRoutes(deps)],
  jobs: {
    estimatePrices: (signal?: AbortSignal) => estimatePrices({ ...deps, signal }),
  },
})
