// Pictures and who uploaded them. A bike's (seller_id, picture) refers to an upload: the constraint `picture_of_seller`.
import { and, eq, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikePictures, bikes } from './bikes.ts'
import { members } from '#market/schema/people/members.ts'

export const pictures = pgTable('pictures', {
  url: text('url').primaryKey(),
  uploadStartedAt: timestamp('upload_started_at', { withTimezone: true }).notNull(),
  storedAt: timestamp('stored_at', { withTimezone: true }),
  widthPx: integer('width_px'),
  heightPx: integer('height_px'),
  blur: text('blur'),
  /** The difference hash of 64 bits; null for a picture of one colour, and for pictures stored before there were hashes. */
  dhash: bigint('dhash', { mode: 'bigint' }),
})

export const pictureUploads = pgTable(
  'picture_uploads',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    picture: text('picture')
      .notNull()
      .references(() => pictures.url),
    uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull(),
  },
  (upload) => [primaryKey({ columns: [upload.memberId, upload.picture] })],
)

/** Condition on `picture_uploads`: this seller uploaded this picture. */
export const isUploadOf = (sellerId: string, url: string) =>
  and(eq(pictureUploads.memberId, sellerId), eq(pictureUploads.picture, url))

/** Condition on `picture_uploads`: no bike of the uploader uses the picture. */
export const isUnused = sql`not exists (
  select from ${bikes} where ${bikes.sellerId} = ${pictureUploads.memberId} and ${bikes.picture} = ${pictureUploads.picture})
  and not exists (
  select from ${bikePictures}
  where ${bikePictures.sellerId} = ${pictureUploads.memberId} and ${bikePictures.picture} = ${pictureUploads.picture})`

/** Condition on `pictures`: nobody uploaded it for a bike, and it is no member's photo. */
export const isOrphan = sql`not exists (
  select from ${pictureUploads} where ${pictureUploads.picture} = ${pictures.url})
  and not exists (select from ${members} where ${members.image} = ${pictures.url})`
