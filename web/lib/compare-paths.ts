// The comparison page: its address, and how many bikes it takes.

/** The most bikes that can be compared side by side. */
export const maxCompared = 4

/** The path of the comparison page for these slugs. */
export const toComparePath = (slugs: string[]): string => `/compare?ids=${slugs.join(',')}`
