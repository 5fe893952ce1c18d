// Content encodings of responses: which one a request accepts, and how each is made.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type Compression = 'br' | 'gzip'

/**
 * The content encoding for a request: brotli before gzip, null for none.
 * @param accept the Accept-Encoding header; a weight of zero refuses an encoding (RFC 9110, 12.5.3)
 */
export const selectCompression = (accept = ''): Compression | null => {
  const accepted = accept
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, weight = 'q=1']) => Number(weight.slice('q='.length)) > 0)
    .map(([name]) => name)
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export const compressors: Record<Compression, (plain: Buffer) => Promise<Buffer>> = {
  // Quality 5 of 11: a higher one takes longer than the smaller response saves.
  br: (plain) => compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => compressGzip(plain),
}

// A smaller answer fits into the packet that its headers need anyway.
const minCompressedBytes = 1024

/**
 * Compresses the JSON of answers that the response cache does not compress: those to members, of at least 1,024 bytes
 * (docs/decisions/0138-compressed-answers-to-members.md). Register it after the response cache, which stores plain answers.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    const isCompressed = reply.hasHeader('content-encoding')
    if (typeof payload !== 'string' || !isJson || isCompressed) return payload
    // Other sites can make a browser send a cookie, and lengths of compressed answers give away what is in them.
    if (request.headers.authorization === undefined) return payload
    const plain = Buffer.from(payload)
    const compression = selectCompression(request.headers['accept-encoding'])
    if (compression === null || plain.length < minCompressedBytes) return payload
    void reply.header('content-encoding', compression).header('vary', 'accept-encoding').removeHeader('content-length')
    return compressors[compression](plain)
  })
}
