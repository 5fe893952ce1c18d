// What the server takes of the papers of bikes: handlers and jobs.
import { expirePapers, sweepPapers } from './jobs.ts'
import { type PaperDeps, paperRoutes } from './routes.ts'

export const createPapersModule = (deps: PaperDeps) => ({
  routes: [paperRoutes(deps)],
  jobs: {
    expirePapers: (signal?: AbortSignal) => expirePapers({ ...deps, signal }),
    sweepPapers: (signal?: AbortSignal) => sweepPapers({ ...deps, signal }),
  },
})
