// Names the model that a search asks for when none is on sale.
import type { SearchResponseBody } from '#contract/search.ts'
import { type Dictionary, getCommonWords, type Label } from './dictionary.ts'
import { type Criterion, getMakeIds, type SearchFilter } from './filter.ts'

type ModelCriterion = Extract<Criterion, { makeIds: readonly number[] }>

/** The model that a search names; of several brands, those of the brand that it names too: "runner bullet". */
export const findNamedModel = (filter: SearchFilter): ModelCriterion | null => {
  const model = filter.find((criterion): criterion is ModelCriterion => criterion.key === 'model')
  if (!model) return null
  const ofBrand = getMakeIds(filter.filter((one) => one === model || one.key === 'brand')) ?? []
  return ofBrand.length > 0 ? { ...model, makeIds: ofBrand } : model
}

const isModel = (model: Label | null | undefined): model is Label => model !== null && model !== undefined

/** The brand and the name of the models of a criterion, in both languages. */
export const nameModels = (
  { makeIds, what }: ModelCriterion,
  { makes }: Dictionary,
): Omit<NonNullable<SearchResponseBody['notOnSale']>, 'hasGuide'> | null => {
  const named = makeIds.flatMap((id) => makes.get(id) ?? [])
  const models = named.map(({ model }) => model).filter(isModel)
  if (models.length === 0) return null
  const [brand, ...otherBrands] = new Map(named.map((one) => [one.brand.slug, one.brand])).values()
  const isOneBrand = brand !== undefined && otherBrands.length === 0
  const name = models.length === 1 ? (models[0]?.name ?? '') : getCommonWords(models.map((model) => model.name))
  const nameBn = getCommonWords(models.flatMap((model) => model.nameBn ?? []))
  return {
    brand: isOneBrand ? brand.name : null,
    brandBn: isOneBrand ? brand.nameBn : null,
    name: name === '' ? what.join(', ') : name,
    nameBn: nameBn === '' ? null : nameBn,
  }
}
