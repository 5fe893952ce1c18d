// The picture by which a bike is shared. It stands outside of /api, since other people's programs ask for it by its address.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pictureHash } from '#contract/picture-urls.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { addressKey } from '#platform/http/client-address.ts'
import { type Helpers, HelperLost, HelpersBusy, openHelpers } from '#platform/process/worker-pool.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import { refuse } from '#platform/http/http-server.ts'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import type { Drawing, Drawn } from './image-worker.ts'
import { type Shared, tagOf, wordsOn } from './rules.ts'

export type SharingRoom = {
  /** Asks for what everybody sees alike. */
  shared: SharedReads
  /** The process that draws. */
  easel: Helpers
  /** Gives an uploaded picture by its name in the store, or null. */
  uploaded: (name: string) => Promise<Buffer | null>
  /** Where the photographs lie that ship with the shop; null where no pages are served. */
  picturesDir: string | null
  logoFile: string
  /** Counts whoever asks for a picture that has to be drawn; refuses one too many. */
  counted: (request: FastifyRequest) => Promise<void>
}

const drawMs = 20_000
const easelIdleMs = 60_000
// A bike that many share at once is drawn once; whoever asks for many different ones waits in a short queue.
const waitingMost = 12
// So that one address does not fill the queue by itself; IPv6 counts by its /64.
const waitingForEachMost = 3
// About a hundred kilobytes each.
const keptMost = 60
const freshSeconds = 3_600
const tryAgainSeconds = 10

/** Opens the process that draws: one, so that drawing never takes more than one core. */
export const openEasel = (): Helpers =>
  openHelpers({
    file: join(import.meta.dirname, 'image-worker.ts'),
    atOnce: 1,
    waitingMost,
    answerMs: drawMs,
    idleMs: easelIdleMs,
  })

const openBike = (db: Database) => {
  const bike = db
    .select({
      name: bikes.name,
      salePriceTaka: bikes.salePriceTaka,
      location: bikes.location,
      picture: bikes.picture,
      isVerified: sql<boolean>`${members.verifiedAt} is not null`,
      soldAt: bikes.soldAt,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.slug, sql.placeholder('slug')), isNull(bikes.withdrawnAt)))
    .prepare('shared_bike')
  return async (slug: string): Promise<Shared | undefined> => (await bike.execute({ slug }))[0]
}

// Only names that the shop gives to what ships with it: nothing that leads out of the folder.
const shipped = /^\/pictures\/([a-z0-9-]+\.webp)$/

/** The largest form of a bike's photo; null when it is not there any more. */
const photoOf = async ({ uploaded, picturesDir }: SharingRoom, picture: string): Promise<Buffer | null> => {
  const hash = pictureHash(picture)
  if (hash !== null) return uploaded(`${hash}.webp`)
  const name = shipped.exec(picture)?.[1]
  if (name === undefined || picturesDir === null) return null
  return readFile(join(picturesDir, name)).catch(() => null)
}

const isDrawn = (answer: unknown): answer is Drawn =>
  typeof answer === 'object' && answer !== null && 'jpeg' in answer && typeof answer.jpeg === 'string'

const drawn = async (room: SharingRoom, bike: Shared): Promise<Buffer> => {
  const photo = await photoOf(room, bike.picture)
  const asked: Drawing = { ...wordsOn(bike), photo: photo?.toString('base64') ?? null, logoFile: room.logoFile }
  const answer = await room.easel.ask(asked).catch((error: unknown) => {
    const isPassing = error instanceof HelpersBusy || error instanceof HelperLost
    throw isPassing ? new Refused('shop_unavailable', { retryAfterSeconds: tryAgainSeconds, cause: error }) : error
  })
  if (!isDrawn(answer)) throw new Error('The picture of a bike could not be drawn.')
  return Buffer.from(answer.jpeg, 'base64')
}

/** Lets each address wait for few drawings at a time; refuses one too many. */
const fewForEach = () => {
  const waiting = new Map<string, number>()
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const here = waiting.get(who) ?? 0
    if (here >= waitingForEachMost) throw new Refused('too_many_requests', { retryAfterSeconds: tryAgainSeconds })
    waiting.set(who, here + 1)
    try {
      return await work()
    } finally {
      const left = (waiting.get(who) ?? 1) - 1
      if (left === 0) waiting.delete(who)
      else waiting.set(who, left)
    }
  }
}

/** Draws each picture once, whoever asks meanwhile, and keeps the newest ones; only who has one drawn is counted. */
const keepDrawn = (room: SharingRoom) => {
  const kept = new Map<string, Promise<Buffer>>()
  const forEach = fewForEach()
  const draw = (bike: Shared, tag: string): Promise<Buffer> => {
    const [oldest] = kept.keys()
    if (kept.size >= keptMost && oldest !== undefined) kept.delete(oldest)
    const drawing = drawn(room, bike)
    kept.set(tag, drawing)
    drawing.catch(() => kept.delete(tag))
    return drawing
  }
  return (request: FastifyRequest, bike: Shared, tag: string): Promise<Buffer> =>
    kept.get(tag) ??
    forEach(addressKey(request.ip), async () => {
      await room.counted(request)
      return kept.get(tag) ?? draw(bike, tag)
    })
}

/** Serves the picture of each bike that is on sale or sold. */
export const serveSharing = (app: FastifyInstance, room: SharingRoom): void => {
  const find = room.shared(openBike)
  const pictureOf = keepDrawn(room)
  app.get<{ Params: { slug: string } }>('/share/:slug(^[a-z0-9-]{10,80}).jpg', async (request, reply) => {
    const bike = await find(request.params.slug)
    if (!bike) return refuse(new Refused('not_found'), request, reply)
    const etag = tagOf(bike)
    const headers = { 'cache-control': `public, max-age=${freshSeconds}`, etag }
    if (request.headers['if-none-match'] === etag) return reply.headers(headers).status(304).send()
    const picture = await pictureOf(request, bike, etag)
    return reply.headers(headers).type('image/jpeg').send(picture)
  })
}
