// Private pictures: converted like all uploads, so that no hidden data and no stranger's file stays in them, and stored under
// a name of their own that no public path serves.
import { maxPictureBytes } from '#contract/limits.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { pictureWidthsPx } from '#contract/picture-sizes.ts'
import { receiveFile } from '#platform/http/upload.ts'
import type { WorkerPool } from '#platform/process/worker-pool.ts'
import type { PictureStore } from './store.ts'
import { processUpload, toUploadError, withTempFolder } from './routes.ts'
import { isPicture } from './uploads.ts'

export type PrivatePictures = {
  /** Receives the one picture of a form without storing it: its largest size, and the SHA-256 of the upload. */
  convert(request: FastifyRequest): Promise<{ bytes: Buffer; sha256: string }>
  /** Receives the one picture of a form and stores it under `private-<id>.webp`; returns that name. */
  receive(request: FastifyRequest, id: string): Promise<string>
  /** Reads a private picture; null if it is gone. */
  read(name: string): Promise<Buffer | null>
}

const namePattern = /^private-[0-9a-f-]{36}\.webp$/

/** Creates the store of private pictures beside that of the public ones. */
export const createPrivatePictures = (deps: {
  store: PictureStore
  imageWorker: WorkerPool
  incomingDir: string
}): PrivatePictures => {
  const convert = (request: FastifyRequest) =>
    withTempFolder(deps.incomingDir, async (folder) => {
      const path = join(folder, 'original')
      const { head, sha256 } = await receiveFile(request, { field: 'image', path, maxBytes: maxPictureBytes })
      if (!isPicture(head)) throw new ApiError('picture_wrong_type')
      await processUpload(deps.imageWorker, { file: path, folder })
      return { bytes: await readFile(join(folder, `${Math.max(...pictureWidthsPx)}.webp`)), sha256 }
    }).catch((error: unknown) => {
      throw toUploadError(error)
    })
  return {
    convert,
    receive: async (request, id) => {
      const name = `private-${id}.webp`
      await deps.store.put(name, (await convert(request)).bytes)
      return name
    },
    read: async (name) => (namePattern.test(name) ? deps.store.get(name) : null),
  }
}
