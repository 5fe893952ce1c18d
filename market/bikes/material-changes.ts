// Pure. Which changes of a bike make it another one for a buyer, who is then asked to confirm the order again.

/** What a buyer relies on: a change of these asks every buyer of the bike again. */
type Described = {
  name: string
  category: string
  condition: string
  boughtInYear: number
  brandId: string | null
  brandName: string | null
  modelId: string | null
  modelName: string | null
  engineCc: number | null
  kilometres: number | null
  registeredInYear: number | null
  owners: number | null
}

const decisiveFields = [
  'name',
  'category',
  'condition',
  'boughtInYear',
  'brandId',
  'brandName',
  'modelId',
  'modelName',
  'engineCc',
  'registeredInYear',
  'owners',
] as const

/** Whether an edit makes it another bike for a buyer: brand, model, name, year, engine, condition, owners, more kilometres. */
export const isMaterialChange = (before: Described, after: Described): boolean =>
  decisiveFields.some((field) => before[field] !== after[field]) || (after.kilometres ?? 0) > (before.kilometres ?? 0)
