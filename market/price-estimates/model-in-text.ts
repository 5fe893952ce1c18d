// The model that a few words name, for "What is my bike worth?": somebody describes a bike without a login.
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ModelNames } from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'

const nameColumns = {
  modelId: models.id,
  brand: brands.name,
  brandBn: brands.nameBn,
  model: models.name,
  modelBn: models.nameBn,
  engineCc: models.engineCc,
}
type FoundModel = z.output<typeof ModelNames> & { modelId: string; engineCc: number }

const maxSuggestions = 40

/**
 * The models that a text names, such as "Bajaj Pulsar 150", "pulsar 150" or "পালসার": the last words are a spelling of
 * the model, and the words before them, if there are any, one of its brand.
 */
const findNamedModels = (db: Database, text: string): Promise<FoundModel[]> =>
  db
    .selectDistinct(nameColumns)
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(
      sql`${models.retiredAt} is null and ${models.id} in (
        select makes.model_id from search_words(${text}) as words
        cross join generate_series(0, cardinality(words) - 1) as skipped
        join make_spellings on normalized_name = array_to_string(words[skipped + 1:], '')
        join makes on makes.id = make_spellings.make_id
        join brands as named on named.id = makes.brand_id
        where skipped = 0 or normalize_name(array_to_string(words[1:skipped], '')) in (
          select normalize_name(one) from unnest(array[named.name, named.name_bn] || named.aliases) as one))`,
    )
    .orderBy(brands.name, models.name)
    .limit(maxSuggestions)

/** Models of which the text names the brand or a part of the name. */
const findSimilarModels = (db: Database, text: string): Promise<FoundModel[]> =>
  db
    .select(nameColumns)
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(
      sql`${models.retiredAt} is null and exists (
        select from unnest(search_words(${text})) as word
        where length(word) >= 2 and (
          word in (select normalize_name(one) from unnest(array[${brands.name}, ${brands.nameBn}] || ${brands.aliases}) as one)
          or strpos(normalize_name(${models.name}), word) > 0))`,
    )
    .orderBy(
      sql`(select count(*) from unnest(search_words(${text})) as word
        where strpos(normalize_name(${brands.name} || ${models.name}), word) > 0) desc`,
      models.name,
    )
    .limit(maxSuggestions)

/** The model that a text names; otherwise those that may be meant. */
export const findModelInText = async (
  db: Database,
  text: string,
): Promise<{ model: FoundModel | null; suggestions: FoundModel[] }> => {
  const named = await findNamedModels(db, text)
  const [model] = named
  if (model && named.length === 1) return { model, suggestions: [] }
  return { model: null, suggestions: named.length > 0 ? named : await findSimilarModels(db, text) }
}
