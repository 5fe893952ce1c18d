// What the server takes of the numbers of bikes: handlers and jobs.
import { type NumberCheckDeps, numberCheckRoutes } from './bike-check.ts'
import { dealNumberRoutes } from './meeting-numbers.ts'
import { type VehicleNumberDeps, vehicleNumberRoutes } from './routes.ts'
import { deleteOldNumbers } from './stored-numbers.ts'
import { eraseOldReports, releaseStolenHolds } from './stolen/jobs.ts'
import { type StolenRouteDeps, stolenRoutes } from './stolen/routes.ts'

type Deps = NumberCheckDeps & VehicleNumberDeps & StolenRouteDeps

export const createVehicleNumbersModule = (deps: Deps) => ({
  routes: [vehicleNumberRoutes(deps), numberCheckRoutes(deps), dealNumberRoutes(deps), stolenRoutes(deps)],
  jobs: {
    deleteOldNumbers: async () => {
      await deleteOldNumbers(deps)
      await eraseOldReports(deps)
    },
    releaseStolenHolds: (signal?: AbortSignal) => releaseStolenHolds({ ...deps, signal }),
  },
})
