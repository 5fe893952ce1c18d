// Position in a paged admin list. It is part of the URL, so that it can be bookmarked and shared.

const sellerViews = ['ready', 'asked', 'empty', 'all'] as const
/** The sellers who can be verified, were asked for something, or have nothing to check yet; or all of them. */
export type SellerView = (typeof sellerViews)[number]

export type ListPosition = {
  search: string
  /** Of sellers; without it the page chooses. */
  verified?: SellerView
  cursor: string | undefined
  /** The number of the first row, counted from 1. */
  first: number
}

const parseFirstRow = (text: string | null): number => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)

/** Reads the position from the query string; invalid values give the first page. */
export const parseListPosition = (query: URLSearchParams): ListPosition => {
  const cursor = query.get('cursor') ?? undefined
  const verified = sellerViews.find((value) => value === query.get('verified'))
  return {
    ...(verified && { verified }),
    search: (query.get('search') ?? '').trim().slice(0, 100),
    cursor,
    first: cursor === undefined ? 1 : parseFirstRow(query.get('first')),
  }
}

/** The path of the page that begins at the cursor; without a cursor, of the first page. */
export const toPagePath = ({ search, cursor, first, verified }: ListPosition): string => {
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(verified && { verified }),
    ...(cursor !== undefined && { cursor, first: String(first) }),
  })
  return `?${query}`
}
