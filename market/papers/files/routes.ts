// Uploading the photo of a paper, and reading it.
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Member } from '#market/schema/people/members.ts'
import { paperFiles } from '#market/schema/bikes/papers.ts'
import { toWatermark } from '#market/papers/watermark/text.ts'
import { decryptPaperFile, encryptPaperFile, type PaperFileStore, readPaperKey, toFileName } from './encryption.ts'

export type PaperFileDeps = {
  db: Database
  now: () => Date
  createId: () => string
  /** Creates 256 random bits in base64url. */
  createToken: () => string
  /** The keys of the files are encrypted with a key derived from it. */
  secret: string
  store: PaperFileStore
  /** Receives the picture of a form and converts it, without the hidden data of a camera. */
  convert: (request: FastifyRequest) => Promise<{ bytes: Buffer; sha256: string }>
}

/** Receives the photo of a paper; the row is first, so that the job finds a file whose upload was interrupted. */
export const receivePaperFile = async (deps: PaperFileDeps, request: FastifyRequest, ownerId: string) => {
  const { bytes, sha256 } = await deps.convert(request)
  const id = deps.createId()
  const createRandom = () => Buffer.from(deps.createToken(), 'base64url')
  const { encrypted, keyEncrypted } = encryptPaperFile(deps.secret, { id, bytes }, createRandom)
  await deps.db.insert(paperFiles).values({ id, ownerId, keyEncrypted, sha256, uploadedAt: deps.now() })
  await deps.store.put(toFileName(id), encrypted)
  return { fileId: id }
}

/** What reading a photo needs. */
export type PaperReadingDeps = Pick<PaperFileDeps, 'db' | 'now' | 'secret' | 'store'> & {
  /** Whether the member acts as a moderator; throws for one who still has to set up a second factor. */
  isModerator: (me: Member) => boolean
  /** Writes a text over a picture. */
  stamp: (picture: Buffer, text: string) => Promise<Buffer>
}

const notFound = (): never => {
  throw new ApiError('not_found')
}

/** The photo for its owner; for a moderator who has opened it, with the name and the time on it. To others it does not exist. */
export const readPaperFile = async (deps: PaperReadingDeps, me: Member, fileId: string): Promise<Buffer> => {
  const [file] = await deps.db.select({ ownerId: paperFiles.ownerId }).from(paperFiles).where(eq(paperFiles.id, fileId))
  if (!file) return notFound()
  const isOwn = file.ownerId === me.id
  // Somebody who is no moderator any more may have opened it a moment ago.
  if (!isOwn && !deps.isModerator(me)) return notFound()
  const at = deps.now()
  const keyEncrypted = await readPaperKey(deps.db, { fileId, readerId: me.id, at })
  const encrypted = keyEncrypted === null ? null : await deps.store.get(toFileName(fileId))
  if (keyEncrypted === null || encrypted === null) return notFound()
  const picture = decryptPaperFile(deps.secret, { id: fileId, encrypted, keyEncrypted })
  return isOwn ? picture : deps.stamp(picture, toWatermark(me.name, at))
}
