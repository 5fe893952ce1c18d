// In which form somebody reads an answer, by the Accept-Encoding of the request.

export type Encoding = 'br' | 'gzip' | 'plain'

type Liking = { name: string; weight: number }

const likings = (accept: string): Liking[] =>
  accept
    .toLowerCase()
    .split(',')
    .map((one) => {
      const [name = '', ...words] = one.split(';').map((word) => word.trim())
      const weight = words.find((word) => word.startsWith('q='))?.slice(2)
      return { name, weight: weight === undefined ? 1 : Number(weight) }
    })

/** The smallest form that the caller says it reads; what it gives no weight it does not want. */
const wanted = (accept = ''): Encoding => {
  const liked = likings(accept)
  return (['br', 'gzip'] as const).find((name) => liked.some((one) => one.name === name && one.weight > 0)) ?? 'plain'
}

// Browsers of one kind all say the same words, so they are looked at once. Bounded, since anybody may say anything.
const understandingMost = 50
/** Gives the form that a request is answered in: brotli before gzip, and plain for whoever names neither. */
export const rememberWanted = (): ((accept: string | undefined) => Encoding) => {
  const understood = new Map<string, Encoding>()
  return (accept = '') => {
    const known = understood.get(accept)
    if (known) return known
    if (understood.size >= understandingMost) understood.clear()
    const encoding = wanted(accept)
    understood.set(accept, encoding)
    return encoding
  }
}
