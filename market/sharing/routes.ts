// The Open Graph image of a bike. Its URL is outside /api, because social networks fetch it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { parsePictureHash } from '#contract/picture-sizes.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { toAddressKey } from '#platform/http/client-address.ts'
import {
  type WorkerPool,
  WorkerLostError,
  WorkerPoolBusyError,
  createWorkerPool,
} from '#platform/process/worker-pool.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { sendError } from '#platform/http/http-server.ts'
import { bikeMarksDto, bikes, bikeYear, priceVerdict } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import type { OpenGraphImageJob, OpenGraphImage } from './image-worker.ts'
import { type SharedBike, computeEtag, toImageText } from './texts.ts'

export type SharingDeps = {
  /** Reads public data, from a replica if there is one. */
  replicaReads: ReplicaReads
  /** The rendering process. */
  ogImageRenderer: WorkerPool
  /** Reads an uploaded picture by its file name, or null. */
  readUploadedPicture: (name: string) => Promise<Buffer | null>
  /** The folder of the demonstration photos; null if no pages are served. */
  picturesDir: string | null
  logoFile: string
  /** Rate limit for images that must be rendered; throws if exceeded. */
  checkRateLimit: (request: FastifyRequest) => Promise<void>
}

const renderTimeoutMs = 20_000
const rendererIdleMs = 60_000
// Concurrent requests for one bike share one rendering; different bikes wait in a short queue.
const maxQueued = 12
// One client must not fill the queue; IPv6 addresses count by /64.
const maxWaitingPerAddress = 3
// About 100 kB each.
const maxCachedImages = 60
const maxAgeSeconds = 3_600
const retrySeconds = 10

/** Starts one rendering process, so that rendering takes at most one core. */
export const createOgImageRenderer = (): WorkerPool =>
  createWorkerPool({
    file: join(import.meta.dirname, 'image-worker.ts'),
    concurrency: 1,
    maxQueued,
    timeoutMs: renderTimeoutMs,
    idleTimeoutMs: rendererIdleMs,
  })

const createBikeQuery = (db: Database) => {
  const bike = db
    .select({
      name: bikes.name,
      salePriceTaka: bikes.salePriceTaka,
      location: bikes.location,
      picture: bikes.picture,
      isVerified: sql<boolean>`${members.verifiedAt} is not null`,
      ...bikeMarksDto,
      soldAt: bikes.soldAt,
      year: bikeYear,
      kilometres: bikes.kilometres,
      priceVerdict,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.slug, sql.placeholder('slug')), isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt)))
    .prepare('shared_bike')
  return async (slug: string): Promise<SharedBike | undefined> => (await bike.execute({ slug }))[0]
}

// Only names of the demonstration photos, so no path can leave the folder.
const bundledPicturePattern = /^\/pictures\/([a-z0-9-]+\.webp)$/

/** Reads the largest version of a bike's photo; null if it does not exist any more. */
const loadPhoto = async (
  { readUploadedPicture, picturesDir }: SharingDeps,
  picture: string,
): Promise<Buffer | null> => {
  const hash = parsePictureHash(picture)
  if (hash !== null) return readUploadedPicture(`${hash}.webp`)
  const name = bundledPicturePattern.exec(picture)?.[1]
  if (name === undefined || picturesDir === null) return null
  return readFile(join(picturesDir, name)).catch(() => null)
}

const isOpenGraphImage = (answer: unknown): answer is OpenGraphImage =>
  typeof answer === 'object' && answer !== null && 'jpeg' in answer && typeof answer.jpeg === 'string'

const renderBikeImage = async (deps: SharingDeps, bike: SharedBike): Promise<Buffer> => {
  const photo = await loadPhoto(deps, bike.picture)
  const job: OpenGraphImageJob = {
    ...toImageText(bike),
    photo: photo?.toString('base64') ?? null,
    logoFile: deps.logoFile,
  }
  const answer = await deps.ogImageRenderer.run(job).catch((error: unknown) => {
    const isTemporary = error instanceof WorkerPoolBusyError || error instanceof WorkerLostError
    throw isTemporary ? new ApiError('shop_unavailable', { retryAfterSeconds: retrySeconds, cause: error }) : error
  })
  if (!isOpenGraphImage(answer)) throw new Error('Could not render the Open Graph image of a bike.')
  return Buffer.from(answer.jpeg, 'base64')
}

/** Limits how many renderings a client may wait for; throws `too_many_requests`. */
const createAddressLimit = () => {
  const waiting = new Map<string, number>()
  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    const waitingCount = waiting.get(address) ?? 0
    if (waitingCount >= maxWaitingPerAddress)
      throw new ApiError('too_many_requests', { retryAfterSeconds: retrySeconds })
    waiting.set(address, waitingCount + 1)
    try {
      return await work()
    } finally {
      const remaining = (waiting.get(address) ?? 1) - 1
      if (remaining === 0) waiting.delete(address)
      else waiting.set(address, remaining)
    }
  }
}

/** Renders each image once for concurrent requests and caches the newest; only new renderings count for the rate limit. */
const createImageCache = (deps: SharingDeps) => {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: maxCachedImages })
  const limitPerAddress = createAddressLimit()
  const render = (bike: SharedBike, etag: string): Promise<Buffer> => {
    const image = renderBikeImage(deps, bike)
    cache.set(etag, image)
    image.catch(() => cache.delete(etag))
    return image
  }
  return (request: FastifyRequest, bike: SharedBike, etag: string): Promise<Buffer> =>
    cache.get(etag) ??
    limitPerAddress(toAddressKey(request.ip), async () => {
      await deps.checkRateLimit(request)
      return cache.get(etag) ?? render(bike, etag)
    })
}

// E-mail programs in a browser show these pictures on their own sites.
const pictureHeaders = {
  'cache-control': `public, max-age=${maxAgeSeconds}`,
  'cross-origin-resource-policy': 'cross-origin',
}

/** Serves the Open Graph images of bikes that are on sale or sold, and the logo of e-mails. */
export const serveSharing = (app: FastifyInstance, deps: SharingDeps): void => {
  const findBike = deps.replicaReads(createBikeQuery)
  const getImage = createImageCache(deps)
  app.get('/share/logo.png', async (_request, reply) =>
    reply
      .headers(pictureHeaders)
      .type('image/png')
      .send(await readFile(join(import.meta.dirname, 'email-logo.png'))),
  )
  app.get<{ Params: { slug: string } }>('/share/:slug(^[a-z0-9-]{10,80}).jpg', async (request, reply) => {
    const bike = await findBike(request.params.slug)
    if (!bike) return sendError(new ApiError('not_found'), request, reply)
    const etag = computeEtag(bike)
    const headers = { ...pictureHeaders, etag }
    if (request.headers['if-none-match'] === etag) return reply.headers(headers).status(304).send()
    const picture = await getImage(request, bike, etag)
    return reply.headers(headers).type('image/jpeg').send(picture)
  })
}
