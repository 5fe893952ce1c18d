// One file sent as a form: it goes straight to disk, counted and hashed on the way, and never lies in memory.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '#contract/errors/api-errors.ts'

/** What can be wrong with a form that should hold one file. */
export class UploadTrouble extends Error {
  readonly kind: 'no_file' | 'not_alone' | 'too_big' | 'cut_off'

  constructor(kind: UploadTrouble['kind'], cause?: unknown) {
    super(`upload: ${kind}`, { cause })
    this.kind = kind
  }
}

/** A file that arrived whole. */
export type Arrived = {
  bytes: number
  /** SHA-256 of the file, hexadecimal. */
  sha256: string
  /** How the file begins. */
  head: Buffer
}

// A form around the file is a few hundred bytes; what a longer field holds is not looked at.
const formBytes = 4 * 1024
const headBytes = 16
// What waits for the disk is written together; so much of an upload lies in memory at most.
const writeBytes = 512 * 1024

const isForm = /^multipart\//i
// RFC 2046 allows 70 signs; the reader of forms fails, and does not refuse, at one that is much longer.
const fitBoundary = /^multipart\/form-data\s*;\s*boundary=(?:"[^"]{1,70}"|[^\s";,]{1,70})\s*$/i

/** Lets the calls of this scope take forms, and nothing but forms. */
export const takeForms = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  // One part more than is allowed, so that it is met and refused by name.
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { parts: 2, files: 2, fields: 1, fieldSize: 100, fieldNameSize: 100, headerPairs: 20 },
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(notForm()))
  scope.addHook('preParsing', async ({ headers }) => {
    if (isForm.test(headers['content-type'] ?? '') && !fitBoundary.test(headers['content-type'] ?? '')) throw notForm()
  })
}

const notForm = (): Refused => new Refused('wrong_media_type', { message: 'Send this as a form with one file.' })

type Wanted = { field: string; path: string; bytesMax: number }

/** Writes one part to disk; tells how many bytes it had, its hash and its beginning. */
const write = async (part: MultipartFile, path: string): Promise<Arrived> => {
  const hash = createHash('sha256')
  const seen = { bytes: 0, head: Buffer.alloc(0) }
  // Looked at in passing: one more stream in between would copy every byte once more.
  part.file.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    seen.bytes += chunk.length
    if (seen.head.length < headBytes) seen.head = Buffer.concat([seen.head, chunk]).subarray(0, headBytes)
  })
  const toDisk = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: writeBytes })
  await pipeline(part.file, toDisk)
  return { ...seen, sha256: hash.digest('hex') }
}

const readParts = async (request: FastifyRequest, { field, path, bytesMax }: Wanted): Promise<Arrived> => {
  let arrived: Arrived | null = null
  for await (const part of request.parts({ limits: { fileSize: bytesMax } })) {
    if (part.type !== 'file' || part.fieldname !== field || arrived) throw new UploadTrouble('not_alone')
    arrived = await write(part, path)
    if (part.file.truncated) throw new UploadTrouble('too_big')
  }
  // A browser sends an empty file when none was chosen.
  if (!arrived || arrived.bytes === 0) throw new UploadTrouble('no_file')
  return arrived
}

// What the form reader and the streams say when a form is not as it should be.
const troubles: Record<string, UploadTrouble['kind']> = {
  FST_PARTS_LIMIT: 'not_alone',
  FST_FILES_LIMIT: 'not_alone',
  FST_FIELDS_LIMIT: 'not_alone',
  FST_PROTO_VIOLATION: 'not_alone',
  FST_INVALID_JSON_FIELD_ERROR: 'not_alone',
  FST_PREMATURE_CLOSE: 'cut_off',
  ERR_STREAM_PREMATURE_CLOSE: 'cut_off',
  ECONNRESET: 'cut_off',
}

const troubleOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof UploadTrouble) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (troubles[code]) return new UploadTrouble(troubles[code], error)
  // The form reader has no code of its own for a form that ends in the middle or has no boundary.
  const isBrokenForm = /multipart|boundary|part terminated|malformed/i.test(error.message) && code === ''
  return isBrokenForm ? new UploadTrouble('cut_off', error) : error
}

/**
 * Writes the one file of a form to `path`, which must not exist yet. Throws UploadTrouble when the form is anything else
 * than one file of at most `bytesMax` bytes in this field, and what the disk says when it cannot be written.
 */
export const receiveFile = async (request: FastifyRequest, wanted: Wanted): Promise<Arrived> => {
  if (!request.isMultipart()) throw notForm()
  if (Number(request.headers['content-length'] ?? 0) > wanted.bytesMax + formBytes) throw new UploadTrouble('too_big')
  try {
    return await readParts(request, wanted)
  } catch (error) {
    throw troubleOf(error)
  } finally {
    // What is still coming after a refusal is read and forgotten, or the sender would never come to read the answer.
    request.raw.unpipe()
    request.raw.resume()
  }
}
