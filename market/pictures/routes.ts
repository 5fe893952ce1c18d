import { maxPictureBytes } from '#contract/limits.ts'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { and, count, eq, gt, isNull, min, ne } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toPictureUrl, pictureWidthsPx } from '#contract/picture-sizes.ts'
import type { pictureCalls } from '#contract/pictures.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import {
  type WorkerPool,
  WorkerLostError,
  WorkerPoolBusyError,
  createWorkerPool,
} from '#platform/process/worker-pool.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { sendError } from '#platform/http/http-server.ts'
import { type UploadedFile, receiveFile, UploadError } from '#platform/http/upload.ts'
import { createTempFolder } from '#platform/process/temp-folder.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import type { PictureStore } from './store.ts'
import { getFileNames, isDiskError, isPicture, mayUpload, toUploadApiError, maxUnusedMs } from './uploads.ts'
import { isUnused, pictures, pictureUploads } from '#market/schema/bikes/pictures.ts'
import type { ImageResult, ImageJob } from './image-worker.ts'

export type PicturesDeps = {
  db: Database
  store: PictureStore
  /** The processes that convert uploads. */
  imageWorker: WorkerPool
  /** The folder for temporary files. */
  incomingDir: string
  now: () => Date
}

type UploadContext = RequestContext<(typeof pictureCalls)['POST /images'], Member>
type ImageSize = { widthPx: number; heightPx: number; blur: string; dhash: string | null }

// The largest allowed picture takes one to five seconds of CPU (docs/decisions/0105-pictures-of-phones.md).
const processTimeoutMs = 20_000
const workerIdleMs = 60_000
const maxQueued = 16

/** Starts the decoding processes; leaves one core free for pages. */
export const createImageWorker = (): WorkerPool =>
  createWorkerPool({
    file: join(import.meta.dirname, 'image-worker.ts'),
    concurrency: Math.max(1, availableParallelism() - 1),
    maxQueued,
    timeoutMs: processTimeoutMs,
    idleTimeoutMs: workerIdleMs,
  })

/** Throws `too_many_pictures` if the seller has too many unused pictures, not counting this one. */
const assertBelowPictureLimit = async (
  db: Pick<Transaction, 'select'>,
  memberId: string,
  now: Date,
  url = '',
): Promise<void> => {
  const [waiting] = await db
    .select({ count: count(), since: min(pictureUploads.uploadedAt) })
    .from(pictureUploads)
    .where(
      and(
        eq(pictureUploads.memberId, memberId),
        gt(pictureUploads.uploadedAt, new Date(now.getTime() - maxUnusedMs)),
        ne(pictureUploads.picture, url),
        isUnused,
      ),
    )
  const apiError = waiting && mayUpload(waiting, now)
  if (apiError) throw apiError
}

const isSize = (answer: unknown): answer is ImageSize =>
  typeof answer === 'object' && answer !== null && 'widthPx' in answer && 'heightPx' in answer && 'blur' in answer

const createProcessingError = () => new ApiError('pictures_unavailable', { reason: 'picture_not_processed' })

/** Converts an upload in the worker; throws an ApiError if it cannot be decoded or the worker crashes. */
export const processUpload = async (imageWorker: WorkerPool, job: ImageJob): Promise<ImageSize> => {
  const answer = await imageWorker.run(job).catch((error: unknown) => {
    if (error instanceof WorkerPoolBusyError) throw new ApiError('shop_unavailable')
    throw error instanceof WorkerLostError ? createProcessingError() : error
  })
  if (isSize(answer)) return answer
  // Any other response of image-worker.ts is an error code or a disk error.
  const { errorCode } = answer as Partial<Extract<ImageResult, { refused: string }>> // oxlint-disable-line typescript/no-unsafe-type-assertion
  throw new ApiError(errorCode ?? 'pictures_unavailable')
}

/** Stores all sizes, the largest last: if it exists, the others do too. */
const storeVariants = async (deps: PicturesDeps, hash: string, folder: string): Promise<ImageSize> => {
  const size = await processUpload(deps.imageWorker, { file: join(folder, 'original'), folder })
  for (const [index, name] of getFileNames(hash).entries()) {
    await deps.store.put(name, await readFile(join(folder, `${pictureWidthsPx[index]}.webp`)))
  }
  return size
}

/** Records the start of an upload, so that the job keeps its files for a day. Returns whether they are stored already. */
export const startUpload = async ({ db, store, now }: PicturesDeps, hash: string): Promise<boolean> => {
  const uploadStartedAt = now()
  const [row] = await db
    .insert(pictures)
    .values({ url: toPictureUrl(hash), uploadStartedAt })
    .onConflictDoUpdate({ target: pictures.url, set: { uploadStartedAt } })
    .returning({ storedAt: pictures.storedAt })
  return row?.storedAt != null && (await store.get(`${hash}.webp`)) !== null
}

/** Records the seller's upload. Locks the seller's row, so that concurrent uploads run one after another. */
const recordUpload = (
  { db, now }: PicturesDeps,
  memberId: string,
  url: string,
  size: ImageSize | null,
): Promise<void> =>
  db.transaction(async (tx) => {
    const uploadedAt = now()
    const isActiveMember = and(eq(members.id, memberId), isNull(members.removedAt))
    const [member] = await tx.select({ id: members.id }).from(members).where(isActiveMember).for('no key update')
    if (!member) throw new ApiError('not_signed_in')
    await assertBelowPictureLimit(tx, memberId, uploadedAt, url)
    if (size)
      await tx
        .update(pictures)
        .set({ ...size, dhash: size.dhash === null ? null : BigInt(size.dhash), storedAt: uploadedAt })
        .where(eq(pictures.url, url))
    await tx
      .insert(pictureUploads)
      .values({ memberId, picture: url, uploadedAt })
      .onConflictDoUpdate({ target: [pictureUploads.memberId, pictureUploads.picture], set: { uploadedAt } })
  })

/** Writes the only file of a form to `path`; refuses what is not a picture. */
export const receivePicture = async (request: FastifyRequest, path: string): Promise<UploadedFile> => {
  const received = await receiveFile(request, { field: 'image', path, maxBytes: maxPictureBytes })
  if (!isPicture(received.head)) throw new ApiError('picture_wrong_type')
  return received
}

const uploadPicture = async (deps: PicturesDeps, ctx: UploadContext, folder: string) => {
  await assertBelowPictureLimit(deps.db, ctx.me.id, deps.now())
  const { sha256 } = await receivePicture(ctx.request, join(folder, 'original'))
  const hash = sha256.slice(0, 32)
  const size = (await startUpload(deps, hash)) ? null : await storeVariants(deps, hash, folder)
  await recordUpload(deps, ctx.me.id, toPictureUrl(hash), size)
  return { success: true as const, data: { url: toPictureUrl(hash) } }
}

export const toUploadError = (error: unknown): unknown => {
  if (error instanceof UploadError) return toUploadApiError(error)
  return isDiskError(error) ? new ApiError('pictures_unavailable', { cause: error }) : error
}

/** Runs a function with a temporary folder, then deletes the folder. */
export const withTempFolder = async <T>(incomingDir: string, work: (folder: string) => Promise<T>): Promise<T> => {
  await mkdir(incomingDir, { recursive: true, mode: 0o700 })
  const folder = await createTempFolder(incomingDir, 'upload-')
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The upload endpoint. */
export const pictureRoutes = (deps: PicturesDeps): Handlers<Pick<typeof pictureCalls, 'POST /images'>, Member> => ({
  'POST /images': (ctx) =>
    withTempFolder(deps.incomingDir, (folder) => uploadPicture(deps, ctx, folder)).catch((error: unknown) => {
      throw toUploadError(error)
    }),
})

const yearSeconds = 31_536_000

/** Serves uploaded pictures. Only names that this shop creates reach the store. */
export const servePictures = (app: FastifyInstance, store: PictureStore): void => {
  const immutableHeaders = {
    'cache-control': `public, max-age=${yearSeconds}, immutable`,
    // A picture opened in its own tab must not run scripts.
    'content-security-policy': "default-src 'none'; sandbox",
  }
  app.get<{ Params: { file: string } }>(
    '/pictures/:file(^[0-9a-f]{32}(?:-320|-640)?\\.webp$)',
    async (request, reply) => {
      const { file } = request.params
      // The name contains the content hash, so it serves as ETag.
      const etag = `"${file}"`
      const bytes = await store.get(file)
      if (!bytes) return sendError(new ApiError('not_found'), request, reply)
      void reply.headers({ ...immutableHeaders, etag })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type('image/webp').send(bytes)
    },
  )
}
