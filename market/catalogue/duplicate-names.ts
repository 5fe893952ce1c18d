// Brands, models and aliases that have one name twice: the errors of the constraints, and the clean-up of typed aliases.
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates } from '#platform/database/database.ts'

/** Converts a constraint violation to an ApiError; returns any other error unchanged. */
export const toApiError = (error: unknown): unknown => {
  // A category may have the name of no brand: "Other", or the former name of a renamed brand.
  if (['brand_known', 'category_known', 'categories_name_key'].some((name) => violates(error, name)))
    return new ApiError('brand_known', { field: 'name' })
  if (violates(error, 'model_known')) return new ApiError('model_known', { field: 'name' })
  return violates(error, 'models_brand_id_brands_id_fk') || violates(error, 'models_brand_id_fkey')
    ? new ApiError('not_found')
    : error
}

/** Removes duplicate aliases and those equal to a name: "FZS", "fzs" and "F Z S" are equal. */
export const removeDuplicateAliases = ({ name, nameBn, aliases }: Names): string[] => {
  const seen = new Set([name, nameBn ?? ''].map(toNormalizedName))
  return aliases.filter((alias) => {
    const isNew = !seen.has(toNormalizedName(alias))
    seen.add(toNormalizedName(alias))
    return isNew
  })
}

type Names = { name: string; nameBn: string | null; aliases: string[] }

/** A name as it is compared: lower case, without spaces, dots and dashes. */
export const toNormalizedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,_'’-]+/g, '')
