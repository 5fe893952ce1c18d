// Background job: deletes pictures that no bike and no member uses after a day, with their files.
import { rm, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { logRetry } from '#platform/load-shedding/external-service.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { parsePictureHash, toPictureUrl } from '#contract/picture-sizes.ts'
import type { Database } from '#platform/database/database.ts'
import { isAbandoned } from '#platform/process/temp-folder.ts'
import type { PictureStore } from './store.ts'
import { getFileNames, parseFileHash, maxUnusedMs } from './uploads.ts'
import { isOrphan, isUnused, pictures, pictureUploads } from '#market/schema/bikes/pictures.ts'

export type PictureCleanupDeps = {
  db: Database
  store: PictureStore
  incomingDir: string
  now: () => Date
  log: (message: string) => void
}

const batchSize = 500

/**
 * Deletes uploads older than a day that no bike uses. Skips one that is locked because a bike is being added with it;
 * if the bike is added a moment later, the foreign key fails for one of the two.
 */
const deleteUnusedUploads = async ({ db }: PictureCleanupDeps, before: Date): Promise<void> => {
  const unused = sql`(${pictureUploads.memberId}, ${pictureUploads.picture}) in (
    select ${pictureUploads.memberId}, ${pictureUploads.picture} from ${pictureUploads}
    where ${pictureUploads.uploadedAt} < ${before.toISOString()}::timestamptz and ${isUnused}
    limit ${batchSize} for update skip locked)`
  await db.delete(pictureUploads).where(unused)
}

/** Deletes a picture's row and files in one transaction, so that an upload of the same picture waits for it. */
const removePicture = ({ db, store }: PictureCleanupDeps, url: string, before: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const deleted = await tx
      .delete(pictures)
      .where(and(eq(pictures.url, url), lt(pictures.uploadStartedAt, before), isOrphan))
      .returning({ url: pictures.url })
    const hash = parsePictureHash(url)
    // Pictures of the demonstration data are not in the store.
    if (deleted.length === 0 || hash === null) return
    await Promise.all(getFileNames(hash).map((name) => store.remove(name)))
  })

const removePictures = async (deps: PictureCleanupDeps & StopSignal, before: Date): Promise<void> => {
  const orphans = await deps.db
    .select({ url: pictures.url })
    .from(pictures)
    .where(and(lt(pictures.uploadStartedAt, before), isOrphan))
    .limit(batchSize)
  for (const { url } of orphans) {
    if (deps.signal?.aborted) return
    await removePicture(deps, url, before).catch((error: unknown) =>
      logRetry(deps.log, `Could not delete picture ${url}; will retry`, error),
    )
  }
}

/** Deletes a file without a row. Inserts the row meanwhile, so that an upload of the same picture waits for it. */
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

/** Deletes files older than a day without a row, and drafts whose process has ended. */
const removeOrphanFiles = async (deps: PictureCleanupDeps & StopSignal, before: Date): Promise<void> => {
  const oldNames: string[] = []
  for await (const { name, writtenAt } of deps.store.list())
    if (writtenAt < before || isAbandoned(name, writtenAt)) oldNames.push(name)
  for (let from = 0; from < oldNames.length; from += batchSize) {
    if (deps.signal?.aborted) return
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
    // A temporary file of an interrupted write has a unique name, so no upload can conflict.
    if (name.startsWith('.')) await deps.store.remove(name)
    if (parseFileHash(name) !== null) await removeOrphanFile(deps, name, toFileUrl(name))
  }
}

/** Deletes temporary upload folders that a crash left: at once where their process has ended. */
const removeStaleUploads = async ({ incomingDir }: PictureCleanupDeps, before: Date): Promise<void> => {
  for (const name of await readdir(incomingDir).catch(() => [])) {
    const folder = join(incomingDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && (found.mtime < before || isAbandoned(name, found.mtime)))
      await rm(folder, { recursive: true, force: true })
  }
}

/** Runs all clean-ups once. Several processes may run it at once. */
export const sweepPictures = async (deps: PictureCleanupDeps & StopSignal): Promise<void> => {
  const before = new Date(deps.now().getTime() - maxUnusedMs)
  const steps = [deleteUnusedUploads, removePictures, removeOrphanFiles, removeStaleUploads]
  for (const step of steps) if (!deps.signal?.aborted) await step(deps, before)
}
