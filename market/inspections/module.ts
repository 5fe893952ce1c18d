// What the server takes of the inspections: handlers and jobs.
import { deleteOldDrafts } from './jobs.ts'
import { type InspectionRouteDeps, inspectionRoutes } from './routes.ts'

export const createInspectionsModule = (deps: InspectionRouteDeps) => ({
  routes: [inspectionRoutes(deps)],
  jobs: {
    deleteOldDrafts: () => deleteOldDrafts(deps),
  },
})
