// A long list of the admin's, page by page: where it stands is in the address, so that it can be kept and sent on.

export type ListPosition = {
  search: string
  cursor: string | undefined
  /** The number of the first row. */
  first: number
}

const parseFirstRow = (text: string | null): number => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)

/** Where the address stands in the list; anything strange in it is the beginning. */
export const parseListPosition = (query: URLSearchParams): ListPosition => {
  const cursor = query.get('cursor') ?? undefined
  return {
    search: (query.get('search') ?? '').trim().slice(0, 100),
    cursor,
    first: cursor === undefined ? 1 : parseFirstRow(query.get('first')),
  }
}

/** The address of the page that begins at the cursor; without one, of the first page. */
export const toPagePath = ({ search, cursor, first }: ListPosition): string => {
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(cursor !== undefined && { cursor, first: String(first) }),
  })
  return `?${query}`
}
