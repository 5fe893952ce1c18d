// What the server takes of the change of ownership: handlers and jobs.
import { feeRoutes } from './fees/routes.ts'
import { deleteReceiptDetails, remindOfTransfers } from './jobs.ts'
import { type TransferRouteDeps, transferRoutes } from './routes.ts'

export const createTransfersModule = (deps: TransferRouteDeps & { log: (line: string) => void }) => ({
  routes: [transferRoutes(deps), feeRoutes(deps)],
  jobs: {
    remindOfTransfers: (signal?: AbortSignal) => remindOfTransfers({ ...deps, signal }),
    deleteReceiptDetails: () => deleteReceiptDetails(deps),
  },
})
