// What the server takes of reports and decisions: handlers and jobs.
import type { CaseDeps } from './decisions.ts'
import { deleteEarlierAdvertisements } from './earlier-advertisements.ts'
import { endSuspensions } from './jobs.ts'
import { deleteSentTexts, openCasesOfRepeatedTexts } from './repeated-texts.ts'
import { caseRoutes } from './routes.ts'

export const createCasesModule = (deps: CaseDeps) => ({
  routes: [caseRoutes(deps)],
  jobs: {
    endSuspensions: (signal?: AbortSignal) => endSuspensions({ ...deps, signal }),
    openCasesOfRepeatedTexts: (signal?: AbortSignal) => openCasesOfRepeatedTexts({ ...deps, signal }),
    deleteEarlierAdvertisements: () => deleteEarlierAdvertisements(deps),
    deleteSentTexts: () => deleteSentTexts(deps),
  },
})
