// What the server takes of the numbers of bikes: handlers and jobs.
import { type NumberCheckDeps, numberCheckRoutes } from './bike-check.ts'
import { dealNumberRoutes } from './meeting-numbers.ts'
import { type VehicleNumberDeps, vehicleNumberRoutes } from './routes.ts'
import { deleteOldNumbers } from './stored-numbers.ts'

type Deps = NumberCheckDeps & VehicleNumberDeps & { createId: () => string }

export const createVehicleNumbersModule = (deps: Deps) => ({
  routes: [vehicleNumberRoutes(deps), numberCheckRoutes(deps), dealNumberRoutes(deps)],
  jobs: {
    deleteOldNumbers: () => deleteOldNumbers(deps),
  },
})
