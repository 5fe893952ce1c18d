// Content encodings of responses: which one a request accepts, and how each is made.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
