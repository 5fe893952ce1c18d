// Photos of members, uploaded before or after they register.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { pictureCalls } from '#contract/pictures.ts'
import { toPictureUrl } from '#contract/picture-sizes.ts'
import type { Handlers } from '#platform/http/router.ts'
import { type Member } from '#market/schema/people/members.ts'
import {
  type PicturesDeps,
  processUpload,
  receivePicture,
  startUpload,
  toUploadError,
  withTempFolder,
} from './routes.ts'
import { pictures } from '#market/schema/bikes/pictures.ts'

// The width in which a photo is shown, on screens with several device pixels to one CSS pixel.
const photoWidthPx = 320

/** Stores one small size under the URL of the upload. */
const storePhoto = async (deps: PicturesDeps, hash: string, folder: string): Promise<void> => {
  const { widthPx, heightPx, blur } = await processUpload(deps.imageWorker, { file: join(folder, 'original'), folder })
  await deps.store.put(`${hash}.webp`, await readFile(join(folder, `${photoWidthPx}.webp`)))
  const scale = Math.min(1, photoWidthPx / widthPx)
  const size = { widthPx: Math.round(widthPx * scale), heightPx: Math.max(1, Math.round(heightPx * scale)), blur }
  await deps.db
    .update(pictures)
    .set({ ...size, storedAt: deps.now() })
    .where(eq(pictures.url, toPictureUrl(hash)))
}

const uploadPhoto = async (deps: PicturesDeps, request: FastifyRequest, folder: string) => {
  const { sha256 } = await receivePicture(request, join(folder, 'original'))
  // Other files than the pictures of a bike have, which may be made of the same upload in three sizes.
  const hash = createHash('sha256').update(`profile photo ${sha256}`).digest('hex').slice(0, 32)
  if (!(await startUpload(deps, hash))) await storePhoto(deps, hash, folder)
  return { url: toPictureUrl(hash) }
}

/**
 * Takes a photo from anybody, because a person who registers has no account yet. What no member uses within a day is
 * deleted, so this is no place to keep files.
 */
export const profilePhotoRoutes = (
  deps: PicturesDeps & { refuseForeignSite: (request: FastifyRequest) => void },
): Handlers<Pick<typeof pictureCalls, 'POST /profile-photos'>, Member> => ({
  'POST /profile-photos': ({ request }) => {
    // A form on another site would upload in the name of its visitors.
    deps.refuseForeignSite(request)
    return withTempFolder(deps.incomingDir, (folder) => uploadPhoto(deps, request, folder)).catch((error: unknown) => {
      throw toUploadError(error)
    })
  },
})
