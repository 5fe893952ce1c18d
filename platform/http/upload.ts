// One file sent as a form: it goes straight to disk, counted and hashed on the way, and never lies in memory.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'

/** What can be wrong with a form that should hold one file. */
export class UploadError extends Error {
  readonly kind: 'no_file' | 'not_alone' | 'too_big' | 'cut_off'

  constructor(kind: UploadError['kind'], cause?: unknown) {
    super(`upload: ${kind}`, { cause })
    this.kind = kind
  }
}

/** A file that arrived whole. */
export type UploadedFile = {
  bytes: number
  /** SHA-256 of the file, hexadecimal. */
  sha256: string
  /** How the file begins. */
  head: Buffer
}

// A form around the file is a few hundred bytes; what a longer field holds is not looked at.
const maxFormOverheadBytes = 4 * 1024
const headBytes = 16
// What waits for the disk is written together; so much of an upload lies in memory at most.
const writeBufferBytes = 512 * 1024

const multipartPattern = /^multipart\//i
// RFC 2046 allows 70 signs; the reader of forms fails, and does not refuse, at one that is much longer.
const validBoundary = /^multipart\/form-data\s*;\s*boundary=(?:"[^"]{1,70}"|[^\s";,]{1,70})\s*$/i

/** Lets the calls of this scope take forms, and nothing but forms. */
export const acceptForms = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  // One part more than is allowed, so that it is met and refused by name.
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { parts: 2, files: 2, fields: 1, fieldSize: 100, fieldNameSize: 100, headerPairs: 20 },
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(createFormError()))
  scope.addHook('preParsing', async ({ headers }) => {
    if (multipartPattern.test(headers['content-type'] ?? '') && !validBoundary.test(headers['content-type'] ?? ''))
      throw createFormError()
  })
}

const createFormError = (): ApiError => new ApiError('wrong_media_type', { reason: 'not_one_file' })

type UploadOptions = { field: string; path: string; maxBytes: number }

/** Writes one part to disk; tells how many bytes it had, its hash and its beginning. */
const writePart = async (part: MultipartFile, path: string): Promise<UploadedFile> => {
  const hash = createHash('sha256')
  const received = { bytes: 0, head: Buffer.alloc(0) }
  // Looked at in passing: one more stream in between would copy every byte once more.
  part.file.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    received.bytes += chunk.length
    if (received.head.length < headBytes) received.head = Buffer.concat([received.head, chunk]).subarray(0, headBytes)
  })
  const toDisk = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: writeBufferBytes })
  await pipeline(part.file, toDisk)
  return { ...received, sha256: hash.digest('hex') }
}

const readParts = async (request: FastifyRequest, { field, path, maxBytes }: UploadOptions): Promise<UploadedFile> => {
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type !== 'file' || part.fieldname !== field || file) throw new UploadError('not_alone')
    file = await writePart(part, path)
    if (part.file.truncated) throw new UploadError('too_big')
  }
  // A browser sends an empty file when none was chosen.
  if (!file || file.bytes === 0) throw new UploadError('no_file')
  return file
}

// What the form reader and the streams say when a form is not as it should be.
const errorKinds: Record<string, UploadError['kind']> = {
  FST_PARTS_LIMIT: 'not_alone',
  FST_FILES_LIMIT: 'not_alone',
  FST_FIELDS_LIMIT: 'not_alone',
  FST_PROTO_VIOLATION: 'not_alone',
  FST_INVALID_JSON_FIELD_ERROR: 'not_alone',
  FST_PREMATURE_CLOSE: 'cut_off',
  ERR_STREAM_PREMATURE_CLOSE: 'cut_off',
  ECONNRESET: 'cut_off',
}

const toUploadError = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof UploadError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (errorKinds[code]) return new UploadError(errorKinds[code], error)
  // The form reader has no code of its own for a form that ends in the middle or has no boundary.
  const isBrokenForm = /multipart|boundary|part terminated|malformed/i.test(error.message) && code === ''
  return isBrokenForm ? new UploadError('cut_off', error) : error
}

/**
 * Writes the one file of a form to `path`, which must not exist yet. Throws UploadTrouble when the form is anything else
 * than one file of at most `bytesMax` bytes in this field, and what the disk says when it cannot be written.
 */
export const receiveFile = async (request: FastifyRequest, options: UploadOptions): Promise<UploadedFile> => {
  if (!request.isMultipart()) throw createFormError()
  if (Number(request.headers['content-length'] ?? 0) > options.maxBytes + maxFormOverheadBytes)
    throw new UploadError('too_big')
  try {
    return await readParts(request, options)
  } catch (error) {
    throw toUploadError(error)
  } finally {
    // What is still coming after a refusal is read and forgotten, or the sender would never come to read the answer.
    request.raw.unpipe()
    request.raw.resume()
  }
}
