// What the server takes of the pictures: handlers, jobs, and the stored files.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type PictureCleanupDeps, sweepPictures } from './jobs.ts'
import { profilePhotoRoutes } from './profile-photos.ts'
import { pictureRoutes, type PicturesDeps, servePictures } from './routes.ts'

type Deps = PicturesDeps & PictureCleanupDeps & { refuseForeignSite: (request: FastifyRequest) => void }

export const createPicturesModule = (deps: Deps) => ({
  routes: [pictureRoutes(deps), profilePhotoRoutes(deps)],
  jobs: {
    sweepPictures: (signal?: AbortSignal) => sweepPictures({ ...deps, signal }),
  },
  serve: (app: FastifyInstance) => servePictures(app, deps.store),
})
