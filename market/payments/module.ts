// What the server takes of the payments: handlers and jobs.
import { paymentAttentionRoutes } from './attention.ts'
import { sweep } from './jobs.ts'
import { refundRoutes } from './refunds/routes.ts'
import { paymentRoutes } from './routes.ts'
import type { PaymentsDeps } from './settle.ts'

export const createPaymentsModule = (deps: PaymentsDeps) => ({
  routes: [paymentRoutes(deps), refundRoutes(deps), paymentAttentionRoutes(deps)],
  jobs: {
    sweep: (signal?: AbortSignal) => sweep({ ...deps, signal }),
  },
})
