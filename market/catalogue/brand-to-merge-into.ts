// The brand of the catalogue that an admin is proposed for a typed one. What the form proposes: web/pages/product-form/.
import { toNormalizedName } from './duplicate-names.ts'

export type NamedBrand = { _id: string; name: string; nameBn: string | null; aliases: string[] }

/** Counts the edits between two words, at most `maxEdits + 1`; implemented by market/search. */
export type CountEdits = (a: string, b: string, maxEdits: number) => number

// Of short names every second one is alike.
const shortLength = 4
const getMaxEdits = (name: string): number => (name.length <= shortLength ? 1 : 2)

/** The edits to the nearest of the brand's names; 0 if the typed name contains one ("Bajaj Bangladesh"), null if none is alike. */
const getDistance = (typed: string, brand: NamedBrand, countEdits: CountEdits): number | null => {
  const names = [brand.name, brand.nameBn ?? '', ...brand.aliases].map(toNormalizedName).filter((name) => name !== '')
  if (names.some((name) => name.length > shortLength && typed.includes(name))) return 0
  const maxEdits = getMaxEdits(typed)
  const edits = Math.min(...names.map((name) => countEdits(typed, name, maxEdits)))
  return edits <= maxEdits ? edits : null
}

/** The most similar brand of the catalogue, or null if none is alike. */
export const findLikelyBrand = (
  typedName: string,
  brands: readonly NamedBrand[],
  countEdits: CountEdits,
): NamedBrand | null => {
  const typed = toNormalizedName(typedName)
  const alike = brands.flatMap((brand) => {
    const distance = getDistance(typed, brand, countEdits)
    return distance === null ? [] : [{ brand, distance }]
  })
  return alike.toSorted((a, b) => a.distance - b.distance)[0]?.brand ?? null
}
