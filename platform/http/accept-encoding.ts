// In which form somebody reads an answer, by the Accept-Encoding of the request.

export type Encoding = 'br' | 'gzip' | 'plain'

type EncodingPreference = { name: string; weight: number }

const parseAcceptEncoding = (accept: string): EncodingPreference[] =>
  accept
    .toLowerCase()
    .split(',')
    .map((one) => {
      const [name = '', ...params] = one.split(';').map((param) => param.trim())
      const weight = params.find((param) => param.startsWith('q='))?.slice(2)
      return { name, weight: weight === undefined ? 1 : Number(weight) }
    })

/** The smallest form that the caller says it reads; what it gives no weight it does not want. */
const selectEncoding = (accept = ''): Encoding => {
  const preferences = parseAcceptEncoding(accept)
  return (
    (['br', 'gzip'] as const).find((name) => preferences.some((one) => one.name === name && one.weight > 0)) ?? 'plain'
  )
}

// Browsers of one kind all say the same words, so they are looked at once. Bounded, since anybody may say anything.
const maxCachedHeaders = 50
/** Gives the form that a request is answered in: brotli before gzip, and plain for whoever names neither. */
export const createEncodingSelector = (): ((accept: string | undefined) => Encoding) => {
  const cache = new Map<string, Encoding>()
  return (accept = '') => {
    const cached = cache.get(accept)
    if (cached) return cached
    if (cache.size >= maxCachedHeaders) cache.clear()
    const encoding = selectEncoding(accept)
    cache.set(accept, encoding)
    return encoding
  }
}
