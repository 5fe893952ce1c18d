// What of a search's address is kept: all that is asked, and neither its page nor its order.

const filterNames = [
  'q',
  'brand',
  'model',
  'ccFrom',
  'ccTo',
  'priceFrom',
  'priceTo',
  'yearFrom',
  'yearTo',
  'kmFrom',
  'kmTo',
  'condition',
  'division',
  'district',
] as const

export type SavedQuery = Partial<Record<(typeof filterNames)[number], string>> & { verified?: 'on' }

/** The search of an address, to be saved; null where nothing is asked. */
export const parseSavedQuery = (address: string): SavedQuery | null => {
  const params = new URLSearchParams(address)
  const query: SavedQuery = params.get('verified') === 'on' ? { verified: 'on' } : {}
  for (const name of filterNames) {
    // A form without scripts names a field once for each box that is ticked.
    const value = params.getAll(name).filter(Boolean).join(',').trim()
    if (value !== '') query[name] = value
  }
  return Object.keys(query).length > 0 ? query : null
}
