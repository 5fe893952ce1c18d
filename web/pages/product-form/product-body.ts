// Converts the form's draft to the API's request body, and a bike to a draft.
import { cleanTyped } from '#contract/typed-text/clean-typed.ts'
import type { z } from 'zod'
import type { bikeCalls, OwnProduct } from '#contract/bikes.ts'
import { groupInLakhs } from '#contract/language.ts'
import { districts } from '#contract/districts.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { otherCategory } from './catalogue-suggestions.ts'
import { createDraft, type ProductDraft } from '#web/lib/product-draft.ts'

/** A seller's own bike as the API returns it. */
export type OwnBike = z.output<typeof OwnProduct>

export type ProductBody = Omit<z.input<(typeof bikeCalls)['POST /allbikes']['body']>, 'draftId'>

/** The three of the specification; other brands come from the catalogue. */
export const categories = ['Yamaha', 'Suzuki', 'TVS'] as const satisfies readonly ProductBody['name'][]
export const conditions = ['Excellent', 'Good', 'Fair'] as const satisfies readonly ProductBody['condition'][]

// The form has validated it; the server rejects whatever is still invalid.
const toNumber = (typed: string): number => parseWholeNumber(typed) ?? 0

// Empty optional fields are omitted.
const isEmpty = (typed: string): boolean => cleanTyped(typed, 'paragraphs') === ''
const toOptionalNumber = (typed: string): number | undefined => (isEmpty(typed) ? undefined : toNumber(typed))
const toOptionalText = (typed: string): string | undefined => (isEmpty(typed) ? undefined : typed)

/** The pictures of a bike: the main one and the others in order. */
type Pictures = { image: string; moreImages: string[] }

/** The brand is the category, unless it was typed. A bike that had no brand gets one with its model. */
const toBrand = ({ name, brand, model }: ProductDraft): string | undefined => {
  if (name === otherCategory) return toOptionalText(brand)
  return brand === '' && model.trim() === '' ? undefined : name
}

const toOptionalFields = (draft: ProductDraft) => ({
  brand: toBrand(draft),
  model: toOptionalText(draft.model),
  engineCc: toOptionalNumber(draft.engineCc),
  kilometres: toOptionalNumber(draft.kilometres),
  registrationDistrict: districts.find((slug) => slug === draft.registrationDistrict),
  registrationYear: toOptionalNumber(draft.registrationYear),
  owners: toOptionalNumber(draft.owners),
  // Forms submit line breaks as CRLF; the API takes LF.
  description: toOptionalText(draft.description)?.replaceAll('\r', ''),
})

/** The draft as request body; null while a required choice is missing. */
export const toProductBody = (draft: ProductDraft, { image, moreImages }: Pictures): ProductBody | null => {
  const { name } = draft
  const condition = conditions.find((one) => one === draft.condition)
  if (name === '' || !condition) return null
  const { productName, sellerName, contactNumber, location } = draft
  return {
    productName,
    name,
    condition,
    sellerName,
    contactNumber,
    location,
    image,
    salePrice: toNumber(draft.salePrice),
    originalPrice: toNumber(draft.originalPrice),
    purchaseTime: toNumber(draft.purchaseTime),
    usedTime: toNumber(draft.usedTime),
    ...toOptionalFields(draft),
    ...(moreImages.length > 0 && { moreImages }),
  }
}

const groupedFields: readonly (keyof ProductDraft)[] = ['salePrice', 'originalPrice', 'kilometres']

/**
 * The draft with which the form opens when a bike is edited. Its prices and kilometres are in groups, as people
 * write them.
 * @param digits writes a number in the digits of the page's language; the fields take those of both languages
 */
export const toProductDraft = (bike: OwnBike, digits: (text: string) => string): ProductDraft =>
  createDraft((field) => {
    if (field === 'draftId') return ''
    if (field === 'moreImages') return bike.moreImages.join(' ')
    if (field === 'contactNumber') return digits(bike.contactNumber)
    const value = bike[field]
    if (typeof value !== 'number') return value
    return digits(groupedFields.includes(field) ? groupInLakhs(value) : String(value))
  })
