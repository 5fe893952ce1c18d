// What the server takes of the conversations and their offers: handlers and jobs.
import { handleDueOffers } from './offers/jobs.ts'
import type { OffersDeps } from './offers/making.ts'
import { offerRoutes } from './offers/routes.ts'
import { chatRoutes } from './routes.ts'

export const createChatsModule = (deps: OffersDeps & { log: (line: string) => void }) => ({
  routes: [chatRoutes(deps), offerRoutes(deps)],
  jobs: {
    handleDueOffers: (signal?: AbortSignal) => handleDueOffers({ ...deps, signal }),
  },
})
