// The Idempotency-Key header: a client that heard no answer sends the request again with the same key.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'

const keyPattern = /^[\x21-\x7E]{1,255}$/

/**
 * Returns the key of the request as a UUID, by which the stored row is found again; undefined without the header. The
 * UUID is a hash, so the table does not reveal the key. Throws `bad_request` for a key that is empty, longer than 255
 * characters or has others than visible ASCII.
 */
export const getIdempotencyKey = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw new ApiError('bad_request', { field: 'Idempotency-Key', reason: toReason('invalid_idempotency_key') })
  }
  return toUuid(createHash('sha256').update(key).digest('hex'))
}

/** The first 122 bits of a hash as a UUID of version 8, which is for such uses (RFC 9562). */
const toUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
