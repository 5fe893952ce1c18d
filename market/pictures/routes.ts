import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { and, count, eq, gt, isNull, min, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { pictureUrl, pictureWidthsPx } from '#contract/picture-urls.ts'
import type { pictureCalls } from '#contract/pictures.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { type Helpers, HelperLost, HelpersBusy, openHelpers } from '#platform/process/worker-pool.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { refuse } from '#platform/http/http-server.ts'
import { type Arrived, receiveFile, UploadTrouble } from '#platform/http/upload.ts'
import { type Member, members } from '#market/members/table.ts'
import type { PictureStore } from './provider.ts'
import { fileNames, isDiskTrouble, isPicture, mayUpload, pictureBytesMax, refusalOfUpload, unusedMs } from './rules.ts'
import { isUnused, pictures, pictureUploads } from './table.ts'
import type { Developed, Development } from './image-worker.ts'

export type PictureRoom = {
  db: Database
  store: PictureStore
  /** The processes that turn a file into sizes. */
  darkroom: Helpers
  /** A folder for what is being uploaded. */
  incomingDir: string
  now: () => Date
}

type Upload = Visit<(typeof pictureCalls)['POST /images'], Member>
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
type Size = { widthPx: number; heightPx: number; blur: string }

// The largest picture that is allowed takes about two seconds; whoever takes ten times that will not come to an end.
const developMs = 20_000
const helperIdleMs = 60_000
const waitingMost = 16

/** Opens the processes that decode pictures: as many as leave one core to those who wait for a page. */
export const openDarkroom = (): Helpers =>
  openHelpers({
    file: join(import.meta.dirname, 'image-worker.ts'),
    atOnce: Math.max(1, availableParallelism() - 1),
    waitingMost,
    answerMs: developMs,
    idleMs: helperIdleMs,
  })

/** Refuses a seller who has too many pictures waiting for a bike, not counting this one. */
const refuseHoarding = async (
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
        gt(pictureUploads.uploadedAt, new Date(now.getTime() - unusedMs)),
        ne(pictureUploads.picture, url),
        isUnused,
      ),
    )
  const refused = waiting && mayUpload(waiting, now)
  if (refused) throw refused
}

const isSize = (answer: unknown): answer is Size =>
  typeof answer === 'object' && answer !== null && 'widthPx' in answer && 'heightPx' in answer && 'blur' in answer

const unworkable = () =>
  new Refused('pictures_unavailable', {
    message: 'We could not process this picture. Try again in a minute, or choose another one.',
  })

/** Has the sizes made; refuses what does not decode, and what the helper did not survive. */
const developed = async (darkroom: Helpers, asked: Development): Promise<Size> => {
  const answer = await darkroom.ask(asked).catch((error: unknown) => {
    if (error instanceof HelpersBusy) throw new Refused('shop_unavailable')
    throw error instanceof HelperLost ? unworkable() : error
  })
  if (isSize(answer)) return answer
  // Everything else that image-worker.ts answers is a refusal, or that its disk failed.
  const { refused } = answer as Partial<Extract<Developed, { refused: string }>> // oxlint-disable-line typescript/no-unsafe-type-assertion
  throw new Refused(refused ?? 'pictures_unavailable')
}

/** Lays all sizes into the store, the largest last: where it is, the others are too. */
const fillStore = async (room: PictureRoom, hash: string, folder: string): Promise<Size> => {
  const size = await developed(room.darkroom, { file: join(folder, 'original'), folder })
  for (const [at, name] of fileNames(hash).entries()) {
    await room.store.put(name, await readFile(join(folder, `${pictureWidthsPx[at]}.webp`)))
  }
  return size
}

/** Begins to keep a picture: from now on its files are safe from the sweeper for a day. Tells whether they are there. */
const begin = async ({ db, store, now }: PictureRoom, hash: string): Promise<boolean> => {
  const begunAt = now()
  const [row] = await db
    .insert(pictures)
    .values({ url: pictureUrl(hash), begunAt })
    .onConflictDoUpdate({ target: pictures.url, set: { begunAt } })
    .returning({ keptAt: pictures.keptAt })
  return row?.keptAt != null && (await store.get(`${hash}.webp`)) !== null
}

/** Writes down that this seller uploaded the picture. The seller's own row is the turn of uploads that come at once. */
const record = ({ db, now }: PictureRoom, memberId: string, url: string, size: Size | null): Promise<void> =>
  db.transaction(async (tx) => {
    const uploadedAt = now()
    const isHere = and(eq(members.id, memberId), isNull(members.removedAt))
    const [here] = await tx.select({ id: members.id }).from(members).where(isHere).for('no key update')
    if (!here) throw new Refused('not_signed_in')
    await refuseHoarding(tx, memberId, uploadedAt, url)
    if (size)
      await tx
        .update(pictures)
        .set({ ...size, keptAt: uploadedAt })
        .where(eq(pictures.url, url))
    await tx
      .insert(pictureUploads)
      .values({ memberId, picture: url, uploadedAt })
      .onConflictDoUpdate({ target: [pictureUploads.memberId, pictureUploads.picture], set: { uploadedAt } })
  })

const arrive = async (visit: Upload, path: string): Promise<Arrived> => {
  const arrived = await receiveFile(visit.request, { field: 'image', path, bytesMax: pictureBytesMax })
  if (!isPicture(arrived.head)) throw new Refused('picture_wrong_type')
  return arrived
}

const upload = async (room: PictureRoom, visit: Upload, folder: string) => {
  await refuseHoarding(room.db, visit.me.id, room.now())
  const { sha256 } = await arrive(visit, join(folder, 'original'))
  const hash = sha256.slice(0, 32)
  const size = (await begin(room, hash)) ? null : await fillStore(room, hash, folder)
  await record(room, visit.me.id, pictureUrl(hash), size)
  return { success: true as const, data: { url: pictureUrl(hash) } }
}

const refusalOf = (error: unknown): unknown => {
  if (error instanceof UploadTrouble) return refusalOfUpload(error)
  return isDiskTrouble(error) ? new Refused('pictures_unavailable', { cause: error }) : error
}

/** Gives the work a folder of its own that is gone afterwards. */
const inFolder = async <T>(incomingDir: string, work: (folder: string) => Promise<T>): Promise<T> => {
  await mkdir(incomingDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(incomingDir, 'upload-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploading pictures. */
export const pictureRoutes = (room: PictureRoom): Handlers<typeof pictureCalls, Member> => ({
  'POST /images': (visit) =>
    inFolder(room.incomingDir, (folder) => upload(room, visit, folder)).catch((error: unknown) => {
      throw refusalOf(error)
    }),
})

const yearSeconds = 31_536_000

/** Serves what was uploaded. Only a name that the shop makes reaches the store; all others are other people's. */
export const servePictures = (app: FastifyInstance, store: PictureStore): void => {
  const forEver = {
    'cache-control': `public, max-age=${yearSeconds}, immutable`,
    // Opened by itself, a picture can do nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  }
  app.get<{ Params: { file: string } }>(
    '/pictures/:file(^[0-9a-f]{32}(?:-320|-640)?\\.webp$)',
    async (request, reply) => {
      const { file } = request.params
      // The name is made from the content, so the name is the tag.
      const etag = `"${file}"`
      const bytes = await store.get(file)
      if (!bytes) return refuse(new Refused('not_found'), request, reply)
      void reply.headers({ ...forEver, etag })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type('image/webp').send(bytes)
    },
  )
}
