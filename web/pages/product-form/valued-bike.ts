// The bike of a valuation, filled into the draft of "Add A Product".
import type { ValuedBike } from '#web/lib/listed-bike-url.ts'
import { createDraft, type ProductDraft } from '#web/lib/product-draft.ts'
import { type Brand, findByName } from './catalogue-suggestions.ts'

/** The fields of the form that a valuation fills in. */
export type FilledFields = Partial<ProductDraft> & { productName: string }

/** The fields for a valued bike; null if the catalogue does not have its model, so a URL cannot invent one. */
export const toFilledFields = (bike: ValuedBike, brands: readonly Brand[], thisYear: number): FilledFields | null => {
  const brand = findByName(brands, bike.brand)
  const model = brand && findByName(brand.models, bike.model)
  if (!model) return null
  return {
    name: brand.name,
    model: model.name,
    productName: `${brand.name} ${model.name}`,
    engineCc: String(model.engineCc),
    purchaseTime: String(bike.year),
    usedTime: String(thisYear - bike.year),
    ...(bike.kilometres !== null && { kilometres: String(bike.kilometres) }),
    ...(bike.priceTaka !== null && { salePrice: String(bike.priceTaka) }),
  }
}

/** Fields about the seller and not about a bike. */
const sellerFields = ['sellerName', 'contactNumber', 'location']

/** Whether a draft describes another bike than the filled fields: it must not be overwritten without asking. */
export const isOtherBike = (draft: ProductDraft, filled: FilledFields): boolean => {
  const isSame = (field: 'name' | 'model' | 'purchaseTime') => draft[field] === filled[field]
  if (isSame('name') && isSame('model') && isSame('purchaseTime')) return false
  return Object.entries(draft).some(
    ([field, value]) => field !== 'draftId' && !sellerFields.includes(field) && value.trim() !== '',
  )
}

/** The draft with the fields filled in that are empty. */
export const fillEmptyFields = (draft: ProductDraft, filled: FilledFields): ProductDraft =>
  createDraft((field) => (draft[field].trim() === '' ? (filled[field] ?? '') : draft[field]))

/** A new draft of the valued bike, with the name, the number and the location of the seller. */
export const replaceBike = (draft: ProductDraft, filled: FilledFields): ProductDraft =>
  createDraft((field) => (sellerFields.includes(field) ? draft[field] : (filled[field] ?? '')))
