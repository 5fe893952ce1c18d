// Receives one uploaded file of a multipart form: streams it to disk, with its size and hash. Stops reading at the size
// limit, and when the sender is too slow.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { drainBody } from './request-body.ts'

/** Why a form is not one file: no file, more than one part, too big, interrupted, or too slow. */
export class UploadError extends Error {
  readonly kind: 'no_file' | 'not_alone' | 'too_big' | 'cut_off' | 'too_slow'

  constructor(kind: UploadError['kind'], cause?: unknown) {
    super(`upload: ${kind}`, { cause })
    this.kind = kind
  }
}

/** A completely received file. */
export type UploadedFile = {
  bytes: number
  /** SHA-256 of the file, hexadecimal. */
  sha256: string
  /** The first 16 bytes, to detect its type. */
  head: Buffer
}

// The multipart framing takes a few hundred bytes.
const maxFormOverheadBytes = 4 * 1024
const headBytes = 16
// Write buffer of an upload: the most of it that is in memory.
const writeBufferBytes = 512 * 1024

const multipartPattern = /^multipart\//i
// RFC 2046 allows 70 characters; the multipart parser throws an untyped error for a much longer boundary.
const validBoundary = /^multipart\/form-data\s*;\s*boundary=(?:"[^"]{1,70}"|[^\s";,]{1,70})\s*$/i

/** Makes the routes of this scope accept multipart forms only. */
export const acceptForms = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  // One part more than allowed, so that a second part gives `not_alone` instead of a parser error.
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

/** At least `minBytes` must arrive in each `windowMs`. */
export type UploadSpeed = { windowMs: number; minBytes: number }

// 4 kB/s, far below a second-generation phone network. A slower upload could not end in the 150 seconds of a request.
const defaultSpeed: UploadSpeed = { windowMs: 15_000, minBytes: 60 * 1024 }

type UploadOptions = { field: string; path: string; maxBytes: number; speed?: UploadSpeed }
/** `stop` ends the upload early with this error. */
type UploadControl = { signal: AbortSignal; stop: (kind: UploadError['kind']) => void }

/** Stops an upload that is too slow. Bytes that wait for our disk are not the sender's fault. */
const watchSpeed = ({ raw }: FastifyRequest, { windowMs, minBytes }: UploadSpeed, onTooSlow: () => void) => {
  let bytesBefore = raw.socket.bytesRead
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    const isOurTurn = raw.complete || raw.readableLength > 0
    if (!isOurTurn && bytesRead - bytesBefore < minBytes) onTooSlow()
    bytesBefore = bytesRead
  }, windowMs)
  return () => clearInterval(timer)
}

/** Writes one part to a new file at `path`. */
const writePart = async (part: MultipartFile, path: string, { signal, stop }: UploadControl): Promise<UploadedFile> => {
  // The parser would read on to the end of the part, which may never come.
  if (part.file.truncated) throw new UploadError('too_big')
  part.file.once('limit', () => stop('too_big'))
  const hash = createHash('sha256')
  const received = { bytes: 0, head: Buffer.alloc(0) }
  // A `data` listener instead of a transform stream, which would copy every byte once more.
  part.file.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    received.bytes += chunk.length
    if (received.head.length < headBytes) received.head = Buffer.concat([received.head, chunk]).subarray(0, headBytes)
  })
  const toDisk = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: writeBufferBytes })
  await pipeline(part.file, toDisk, { signal })
  return { ...received, sha256: hash.digest('hex') }
}

const readParts = async (
  request: FastifyRequest,
  { field, path, maxBytes }: UploadOptions,
  control: UploadControl,
): Promise<UploadedFile> => {
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type !== 'file' || part.fieldname !== field || file) throw new UploadError('not_alone')
    file = await writePart(part, path, control)
    if (part.file.truncated) throw new UploadError('too_big')
  }
  // A browser sends an empty file when no file is chosen.
  if (!file || file.bytes === 0) throw new UploadError('no_file')
  return file
}

// Error codes of the multipart parser and of streams.
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
  // The parser has no code for a truncated form or a missing boundary.
  const isBrokenForm = /multipart|boundary|part terminated|malformed/i.test(error.message) && code === ''
  return isBrokenForm ? new UploadError('cut_off', error) : error
}

/**
 * Writes the only file of a form to `path`, which must not exist yet. Throws UploadError unless the form is one file of at
 * most `maxBytes` bytes in `field`, and file system errors as they are.
 */
export const receiveFile = async (request: FastifyRequest, options: UploadOptions): Promise<UploadedFile> => {
  if (!request.isMultipart()) throw createFormError()
  if (Number(request.headers['content-length'] ?? 0) > options.maxBytes + maxFormOverheadBytes) {
    drainBody(request)
    throw new UploadError('too_big')
  }
  const stopped = Promise.withResolvers<never>()
  const controller = new AbortController()
  const stop = (kind: UploadError['kind']) => {
    stopped.reject(new UploadError(kind))
    controller.abort()
  }
  const stopWatching = watchSpeed(request, options.speed ?? defaultSpeed, () => stop('too_slow'))
  try {
    return await Promise.race([stopped.promise, readParts(request, options, { signal: controller.signal, stop })])
  } catch (error) {
    throw toUploadError(error)
  } finally {
    stopWatching()
    drainBody(request)
  }
}
