// Uploading the photo of a paper, and reading it. Reading is not a call of the contract, because it is a file.
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { withActor } from '#platform/database/actor.ts'
import type { Database } from '#platform/database/database.ts'
import { sendError } from '#platform/http/http-server.ts'
import type { Authenticator } from '#platform/http/router.ts'
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

type ServingDeps = Pick<PaperFileDeps, 'db' | 'now' | 'secret' | 'store'> & {
  authenticator: Pick<Authenticator<Member>, 'authenticate' | 'mayAccess'>
  /** Writes a text over a picture. */
  stamp: (picture: Buffer, text: string) => Promise<Buffer>
  rateLimit: (request: FastifyRequest) => Promise<void>
}

const notFound = (): never => {
  throw new ApiError('not_found')
}

/** The photo for its owner; for a moderator who has opened it, with the name and the time on it. To others it does not exist. */
const readPaperFile = async (deps: ServingDeps, request: FastifyRequest, fileId: string): Promise<Buffer> => {
  const me = await deps.authenticator.authenticate(request)
  if (!me) throw new ApiError('not_signed_in')
  const [file] = await deps.db.select({ ownerId: paperFiles.ownerId }).from(paperFiles).where(eq(paperFiles.id, fileId))
  if (!file) return notFound()
  const isOwn = file.ownerId === me.id
  // Somebody who is no moderator any more may have opened it a moment ago.
  if (!isOwn && !deps.authenticator.mayAccess(me, 'moderator')) return notFound()
  const at = deps.now()
  const actor = { actor: me.id, request: request.id, address: request.ip }
  const keyEncrypted = await withActor(actor, () => readPaperKey(deps.db, { fileId, readerId: me.id, at }))
  const encrypted = keyEncrypted === null ? null : await deps.store.get(toFileName(fileId))
  if (keyEncrypted === null || encrypted === null) return notFound()
  const picture = decryptPaperFile(deps.secret, { id: fileId, encrypted, keyEncrypted })
  return isOwn ? picture : deps.stamp(picture, toWatermark(me.name, at))
}

/** Serves the photos of papers, with the access token of who reads. */
export const servePaperFiles = (app: FastifyInstance, deps: ServingDeps): void => {
  app.get<{ Params: { id: string } }>(
    '/api/papers/files/:id(^[0-9a-f-]{36}$)',
    { onRequest: deps.rateLimit },
    async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" })
      try {
        const picture = await readPaperFile(deps, request, request.params.id)
        return await reply.type('image/webp').send(picture)
      } catch (error) {
        if (error instanceof ApiError) return sendError(error, request, reply)
        throw error
      }
    },
  )
}
