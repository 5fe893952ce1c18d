// The draft as the shop takes it, and the bike as a draft again.
import type { z } from 'zod'
import type { bikeCalls, OwnProduct } from '#contract/bikes.ts'
import { districtNamed, districts } from '#contract/districts.ts'
import { wholeNumber } from '#web/lib/parse-whole-number.ts'
import { draftOf, type ProductDraft } from '#web/lib/product-draft.ts'

/** A bike of one's own, as the wire has it. */
export type OwnBike = z.output<typeof OwnProduct>

export type SentProduct = Omit<z.input<(typeof bikeCalls)['POST /allbikes']['body']>, 'draftId'>

export const categories = ['Yamaha', 'Suzuki', 'TVS'] as const satisfies readonly SentProduct['name'][]
export const conditions = ['Excellent', 'Good', 'Fair'] as const satisfies readonly SentProduct['condition'][]

// The form has looked at it before; what slips through is refused by the shop with its own sentence.
const numberOf = (typed: string): number => wholeNumber(typed) ?? 0

// What may be left empty is left out then.
const numberIn = (typed: string): number | undefined => (typed.trim() === '' ? undefined : numberOf(typed))
const textIn = (typed: string): string | undefined => (typed.trim() === '' ? undefined : typed)

/** The pictures of a bike: the first one, and the others in their order. */
export type Pictures = { image: string; moreImages: string[] }

const moreOf = (draft: ProductDraft) => ({
  brand: textIn(draft.brand),
  model: textIn(draft.model),
  engineCc: numberIn(draft.engineCc),
  kilometres: numberIn(draft.kilometres),
  registrationDistrict: districts.find((slug) => slug === draft.registrationDistrict),
  registrationYear: numberIn(draft.registrationYear),
  owners: numberIn(draft.owners),
  // A form sends new lines as two signs, of which the shop takes one.
  description: textIn(draft.description)?.replaceAll('\r', ''),
})

/** The draft as the shop takes it; null while a choice is missing. */
export const productOf = (draft: ProductDraft, { image, moreImages }: Pictures): SentProduct | null => {
  const name = categories.find((one) => one === draft.name)
  const condition = conditions.find((one) => one === draft.condition)
  if (!name || !condition) return null
  const { productName, sellerName, contactNumber, location } = draft
  return {
    productName,
    name,
    condition,
    sellerName,
    contactNumber,
    location,
    image,
    salePrice: numberOf(draft.salePrice),
    originalPrice: numberOf(draft.originalPrice),
    purchaseTime: numberOf(draft.purchaseTime),
    usedTime: numberOf(draft.usedTime),
    ...moreOf(draft),
    ...(moreImages.length > 0 && { moreImages }),
  }
}

/** What the form of a bike begins with when it is changed. */
export const draftFrom = (bike: OwnBike): ProductDraft =>
  draftOf((field) => {
    if (field === 'draftId') return ''
    if (field === 'moreImages') return bike.moreImages.join(' ')
    const value = bike[field]
    return typeof value === 'number' ? String(value) : value
  })

/** A district in the language of the page; an address that is none as it is. */
export const districtName = (slug: string, code: 'en' | 'bn'): string => districtNamed(slug)?.[code] ?? slug
