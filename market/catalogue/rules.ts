// What the catalogue refuses, and the names that it keeps.
import { Refused } from '#contract/errors/api-errors.ts'
import { broke } from '#platform/database/database.ts'

/** The refusal behind a constraint that a brand or a model broke; any other error as it is. */
export const whyNotKept = (error: unknown): unknown => {
  if (broke(error, 'brand_known')) return new Refused('brand_known', { field: 'name' })
  if (broke(error, 'model_known')) return new Refused('model_known', { field: 'name' })
  return broke(error, 'models_brand_id_brands_id_fk') || broke(error, 'models_brand_id_fkey')
    ? new Refused('not_found')
    : error
}

/** Other spellings, each once and without the names themselves: "FZS", "fzs" and "F Z S" sound alike. */
export const otherSpellings = ({ name, nameBn, aliases }: Names): string[] => {
  const seen = new Set([name, nameBn ?? ''].map(sound))
  return aliases.filter((alias) => {
    const isNew = !seen.has(sound(alias))
    seen.add(sound(alias))
    return isNew
  })
}

type Names = { name: string; nameBn: string | null; aliases: string[] }

const sound = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,_'’-]+/g, '')
