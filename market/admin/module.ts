// What the server takes of the admin's lists: handlers.
import { auditRoutes } from './audit.ts'
import { adminBikeRoutes } from './bikes.ts'
import { adminDealRoutes } from './deals.ts'
import { adminMoneyRoutes } from './money.ts'
import { reportReadings } from './reading-reports.ts'
import { type AdminDeps, adminRoutes } from './routes.ts'

export const createAdminModule = (deps: AdminDeps) => ({
  routes: [adminRoutes(deps), auditRoutes(deps), adminDealRoutes(deps), adminMoneyRoutes(deps), adminBikeRoutes(deps)],
  jobs: {
    reportReadings: () => reportReadings(deps),
  },
})
