// What the room does by itself: pictures that no bike came to use are taken away after a day, with their files.
import { rm, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { pictureHash, pictureUrl } from '#contract/picture-urls.ts'
import type { Database } from '#platform/database/database.ts'
import type { PictureStore } from './provider.ts'
import { fileNames, hashOfFile, unusedMs } from './rules.ts'
import { isUnused, pictures, pictureUploads } from './table.ts'

export type PictureCleaning = {
  db: Database
  store: PictureStore
  incomingDir: string
  now: () => Date
  say: (line: string) => void
}

const atOnce = 500

/**
 * Forgets uploads of yesterday that no bike shows. One that a seller is adding a bike with right now is locked by that,
 * and passed by; should the bike come a moment later, its foreign key stops it or stops this.
 */
const forgetUploads = async ({ db }: PictureCleaning, before: Date): Promise<void> => {
  const unused = sql`(${pictureUploads.memberId}, ${pictureUploads.picture}) in (
    select ${pictureUploads.memberId}, ${pictureUploads.picture} from ${pictureUploads}
    where ${pictureUploads.uploadedAt} < ${before.toISOString()}::timestamptz and ${isUnused}
    limit ${atOnce} for update skip locked)`
  await db.delete(pictureUploads).where(unused)
}

const isForgotten = sql`not exists (select from ${pictureUploads} where ${pictureUploads.picture} = ${pictures.url})`

/** Takes a picture away: row and files in one transaction, so that an upload of the same picture waits for its end. */
const remove = ({ db, store }: PictureCleaning, url: string, before: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .delete(pictures)
      .where(and(eq(pictures.url, url), lt(pictures.begunAt, before), isForgotten))
      .returning({ url: pictures.url })
    const hash = pictureHash(url)
    // The pictures that ship with the shop lie in no store.
    if (gone.length === 0 || hash === null) return
    await Promise.all(fileNames(hash).map((name) => store.remove(name)))
  })

const removePictures = async (cleaning: PictureCleaning, before: Date): Promise<void> => {
  const forgotten = await cleaning.db
    .select({ url: pictures.url })
    .from(pictures)
    .where(and(lt(pictures.begunAt, before), isForgotten))
    .limit(atOnce)
  for (const { url } of forgotten) {
    await remove(cleaning, url, before).catch((error: unknown) =>
      cleaning.say(`The picture ${url} could not be taken away yet: ${String(error)}`),
    )
  }
}

/** Takes away one file that no row tells of. The row is made for that moment, so that an upload waits for its end. */
const removeStray = ({ db, store }: PictureCleaning, name: string, url: string): Promise<void> =>
  db.transaction(async (tx) => {
    const held = await tx
      .insert(pictures)
      .values({ url, begunAt: new Date(0) })
      .onConflictDoNothing()
      .returning()
    if (held.length === 0) return
    await store.remove(name)
    await tx.delete(pictures).where(eq(pictures.url, url))
  })

/** Files of yesterday that no row tells of: left by another database, or by a write that a power cut ended. */
const removeStrays = async (cleaning: PictureCleaning, before: Date): Promise<void> => {
  const old: string[] = []
  for await (const { name, writtenAt } of cleaning.store.all()) if (writtenAt < before) old.push(name)
  for (let from = 0; from < old.length; from += atOnce) {
    await removeUnknown(cleaning, old.slice(from, from + atOnce))
  }
}

const removeUnknown = async (cleaning: PictureCleaning, names: string[]): Promise<void> => {
  const urlOf = (name: string): string => pictureUrl(hashOfFile(name) ?? '')
  const rows = await cleaning.db
    .select({ url: pictures.url })
    .from(pictures)
    .where(inArray(pictures.url, names.map(urlOf)))
  const known = new Set(rows.map(({ url }) => url))
  for (const name of names) {
    if (known.has(urlOf(name))) continue
    // A draft of a write that never ended has a name of its own, and nobody waits for it.
    if (name.startsWith('.')) await cleaning.store.remove(name)
    if (hashOfFile(name) !== null) await removeStray(cleaning, name, urlOf(name))
  }
}

/** What a crash left of uploads that never came to an end. */
const removeIncoming = async ({ incomingDir }: PictureCleaning, before: Date): Promise<void> => {
  for (const name of await readdir(incomingDir).catch(() => [])) {
    const folder = join(incomingDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && found.mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

/** Goes once over all that lies about. Several processes may do so at once. */
export const sweepPictures = async (cleaning: PictureCleaning): Promise<void> => {
  const before = new Date(cleaning.now().getTime() - unusedMs)
  await forgetUploads(cleaning, before)
  await removePictures(cleaning, before)
  await removeStrays(cleaning, before)
  await removeIncoming(cleaning, before)
}
