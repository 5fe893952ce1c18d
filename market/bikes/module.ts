// What the server takes of the bikes for sale: handlers.
import { bikePageRoutes } from './bike-page/routes.ts'
import type { ListingDeps } from './listing.ts'
import { numberRoutes } from './numbers/routes.ts'
import { bikeRoutes } from './routes.ts'

export const createBikesModule = (deps: ListingDeps) => ({
  routes: [bikeRoutes(deps), bikePageRoutes(deps), numberRoutes(deps)],
})
