// What the room does by itself: pictures that no bike came to use are taken away after a day, with their files.
import { rm, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { parsePictureHash, toPictureUrl } from '#contract/picture-urls.ts'
import type { Database } from '#platform/database/database.ts'
import type { PictureStore } from './provider.ts'
import { getFileNames, parseFileHash, maxUnusedMs } from './rules.ts'
import { isUnused, pictures, pictureUploads } from './table.ts'

export type PictureCleanupDeps = {
  db: Database
  store: PictureStore
  incomingDir: string
  now: () => Date
  log: (message: string) => void
}

const batchSize = 500

/**
 * Forgets uploads of yesterday that no bike shows. One that a seller is adding a bike with right now is locked by that,
 * and passed by; should the bike come a moment later, its foreign key stops it or stops this.
 */
const deleteUnusedUploads = async ({ db }: PictureCleanupDeps, before: Date): Promise<void> => {
  const unused = sql`(${pictureUploads.memberId}, ${pictureUploads.picture}) in (
    select ${pictureUploads.memberId}, ${pictureUploads.picture} from ${pictureUploads}
    where ${pictureUploads.uploadedAt} < ${before.toISOString()}::timestamptz and ${isUnused}
    limit ${batchSize} for update skip locked)`
  await db.delete(pictureUploads).where(unused)
}

const hasNoUpload = sql`not exists (select from ${pictureUploads} where ${pictureUploads.picture} = ${pictures.url})`

/** Takes a picture away: row and files in one transaction, so that an upload of the same picture waits for its end. */
const removePicture = ({ db, store }: PictureCleanupDeps, url: string, before: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const deleted = await tx
      .delete(pictures)
      .where(and(eq(pictures.url, url), lt(pictures.uploadStartedAt, before), hasNoUpload))
      .returning({ url: pictures.url })
    const hash = parsePictureHash(url)
    // The pictures that ship with the shop lie in no store.
    if (deleted.length === 0 || hash === null) return
    await Promise.all(getFileNames(hash).map((name) => store.remove(name)))
  })

const removePictures = async (deps: PictureCleanupDeps, before: Date): Promise<void> => {
  const orphans = await deps.db
    .select({ url: pictures.url })
    .from(pictures)
    .where(and(lt(pictures.uploadStartedAt, before), hasNoUpload))
    .limit(batchSize)
  for (const { url } of orphans) {
    await removePicture(deps, url, before).catch((error: unknown) =>
      deps.log(`The picture ${url} could not be taken away yet: ${String(error)}`),
    )
  }
}

/** Takes away one file that no row tells of. The row is made for that moment, so that an upload waits for its end. */
const removeOrphanFile = ({ db, store }: PictureCleanupDeps, name: string, url: string): Promise<void> =>
  db.transaction(async (tx) => {
    const inserted = await tx
      .insert(pictures)
      .values({ url, uploadStartedAt: new Date(0) })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) return
    await store.remove(name)
    await tx.delete(pictures).where(eq(pictures.url, url))
  })

/** Files of yesterday that no row tells of: left by another database, or by a write that a power cut ended. */
const removeOrphanFiles = async (deps: PictureCleanupDeps, before: Date): Promise<void> => {
  const oldNames: string[] = []
  for await (const { name, writtenAt } of deps.store.list()) if (writtenAt < before) oldNames.push(name)
  for (let from = 0; from < oldNames.length; from += batchSize) {
    await removeUnknownFiles(deps, oldNames.slice(from, from + batchSize))
  }
}

const removeUnknownFiles = async (deps: PictureCleanupDeps, names: string[]): Promise<void> => {
  const toFileUrl = (name: string): string => toPictureUrl(parseFileHash(name) ?? '')
  const rows = await deps.db
    .select({ url: pictures.url })
    .from(pictures)
    .where(inArray(pictures.url, names.map(toFileUrl)))
  const knownUrls = new Set(rows.map(({ url }) => url))
  for (const name of names) {
    if (knownUrls.has(toFileUrl(name))) continue
    // A draft of a write that never ended has a name of its own, and nobody waits for it.
    if (name.startsWith('.')) await deps.store.remove(name)
    if (parseFileHash(name) !== null) await removeOrphanFile(deps, name, toFileUrl(name))
  }
}

/** What a crash left of uploads that never came to an end. */
const removeStaleUploads = async ({ incomingDir }: PictureCleanupDeps, before: Date): Promise<void> => {
  for (const name of await readdir(incomingDir).catch(() => [])) {
    const folder = join(incomingDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && found.mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

/** Goes once over all that lies about. Several processes may do so at once. */
export const sweepPictures = async (deps: PictureCleanupDeps): Promise<void> => {
  const before = new Date(deps.now().getTime() - maxUnusedMs)
  await deleteUnusedUploads(deps, before)
  await removePictures(deps, before)
  await removeOrphanFiles(deps, before)
  await removeStaleUploads(deps, before)
}
