// The shop put together: rooms behind one door, pages in front, and what it does by itself. It does not listen yet.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { contract } from './contract/api.ts'
import { createClient } from './contract/client.ts'
import { bikeRoutes } from './market/bikes/routes.ts'
import { bookingRoutes } from './market/bookings/routes.ts'
import { categoryRoutes } from './market/categories/routes.ts'
import { contactRoutes } from './market/contact/routes.ts'
import { doorkeeper } from './market/identity/doorkeeper.ts'
import { openIdentity } from './market/identity/provider.ts'
import { identityRoutes } from './market/identity/routes.ts'
import { openTokens } from './market/identity/tokens.ts'
import { memberRoutes } from './market/members/routes.ts'
import { sweep } from './market/payments/jobs.ts'
import type { Cards } from './market/payments/provider.ts'
import { paymentRoutes } from './market/payments/routes.ts'
import type { Till } from './market/payments/settle.ts'
import { wishlistRoutes } from './market/wishlist/routes.ts'
import { serveDocs } from './platform/api-docs.ts'
import type { Database } from './platform/database.ts'
import { mount } from './platform/http.ts'
import { inProcess } from './platform/in-process.ts'
import { listen } from './platform/listen.ts'
import { servePages } from './platform/pages.ts'
import { keepReadyBytes } from './platform/ready-bytes.ts'
import { openServer } from './platform/serve.ts'

export type Fittings = {
  db: Database
  cards: Cards
  publicUrl: string
  secret: string
  social: { issuer: string; clientId: string; clientSecret: string }
  log: FastifyBaseLogger
  now: () => Date
  /** A new UUIDv7. */
  newId: () => string
  /** The built pages and what the payment screens need, or null for the API alone. */
  pages: {
    distDir: string
    picturesDir: string
    cards: { publishableKey: string; script: string | null; origins: string[] }
  } | null
}

export type Shop = {
  app: FastifyInstance
  till: Till
  /** Looks after unfinished payments once. */
  sweep: () => Promise<void>
  /** Stops taking requests, lets the ones under way finish, and lets go of what the shop opened itself. */
  close: () => Promise<void>
}

// The lists that everybody sees alike.
const sharedPaths = new Set(
  Object.entries(contract)
    .filter(([, call]) => 'shared' in call)
    .map(([name]) => `/api${name.split(' ')[1]}`),
)

const identityOf = ({ db, publicUrl, secret, social, newId, now, log }: Fittings) => ({
  db,
  secret,
  publicUrl,
  now,
  tokens: openTokens({ secret, publicUrl }),
  identity: openIdentity({ db, publicUrl, secret, social, newId, now, say: (line) => log.warn(line) }),
})

/** Opens all rooms and mounts their calls; the pages come last, since they call the API in process. */
export const openShop = async (fittings: Fittings): Promise<Shop> => {
  const { db, cards, now, newId, log } = fittings
  const app = openServer({ log, newRequestId: () => newId() })
  const readyBytes = keepReadyBytes(app, { paths: sharedPaths, now: () => performance.now() })
  const stopListening = listen(db.$client, 'window_changed', readyBytes.drop)
  const till: Till = { db, cards, now, newId, say: (line) => log.warn(line) }
  const identity = identityOf(fittings)
  mount(
    app,
    contract,
    {
      ...identityRoutes(identity),
      ...memberRoutes({ db }),
      ...categoryRoutes({ db }),
      ...bikeRoutes({ db }),
      ...bookingRoutes({ db, now, newId }),
      ...wishlistRoutes({ db, now, newId }),
      ...paymentRoutes(till),
      ...contactRoutes({ db, now, newId }),
    },
    doorkeeper(identity),
  )
  serveDocs(app, contract, fittings.publicUrl)
  if (fittings.pages) await servePages(app, { ...fittings.pages, client: createClient(inProcess(app)) })
  return {
    app,
    till,
    sweep: () => sweep(till),
    close: async () => {
      await app.close()
      await stopListening()
    },
  }
}
