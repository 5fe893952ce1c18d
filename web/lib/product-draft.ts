// The input of "Add A Product", saved on the device until the bike is added, so that a reload or a lost connection loses
// nothing.

import { withFallback } from './with-fallback.ts'

/** Fields beyond the specification. `brand` is the brand that was typed for the category "Other". */
const optionalFields = [
  'brand',
  'model',
  'engineCc',
  'kilometres',
  'registrationDistrict',
  'registrationYear',
  'owners',
  'description',
  'moreImages',
] as const

export const productFields = [
  'draftId',
  'image',
  'name',
  'productName',
  'salePrice',
  'originalPrice',
  'purchaseTime',
  'usedTime',
  'condition',
  'sellerName',
  'contactNumber',
  'location',
  ...optionalFields,
] as const

type Field = (typeof productFields)[number]

/**
 * The input as typed. `draftId` makes the server add the bike only once; `image` is the URL of the first uploaded photo,
 * `moreImages` are the URLs of the others, separated by spaces.
 */
export type ProductDraft = Record<Field, string>

const emptyText = ''

/** Creates a draft; values that are not text become ''. */
export const createDraft = (getValue: (field: Field) => unknown): ProductDraft => {
  const getText = (field: Field) => {
    const value = getValue(field)
    return typeof value === 'string' ? value : emptyText
  }
  return {
    draftId: getText('draftId'),
    image: getText('image'),
    name: getText('name'),
    productName: getText('productName'),
    salePrice: getText('salePrice'),
    originalPrice: getText('originalPrice'),
    purchaseTime: getText('purchaseTime'),
    usedTime: getText('usedTime'),
    condition: getText('condition'),
    sellerName: getText('sellerName'),
    contactNumber: getText('contactNumber'),
    location: getText('location'),
    brand: getText('brand'),
    model: getText('model'),
    engineCc: getText('engineCc'),
    kilometres: getText('kilometres'),
    registrationDistrict: getText('registrationDistrict'),
    registrationYear: getText('registrationYear'),
    owners: getText('owners'),
    description: getText('description'),
    moreImages: getText('moreImages'),
  }
}

/** The URLs in a draft's `moreImages`. */
export const parseImages = (moreImages: string): string[] => moreImages.split(' ').filter((url) => url !== '')

/** Parses a stored draft; null when it is unreadable. */
export const parseProductDraft = (text: string | null): ProductDraft | null => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    return createDraft((field) => Reflect.get(stored, field))
  } catch {
    return null
  }
}

/** The draft of one person. Without storage `read` returns null and `save` does nothing. */
export const createProductDraftStore = (uid: string) => {
  const key = `motohaat-product-${uid}`
  return {
    read: () => withFallback(() => parseProductDraft(localStorage.getItem(key)), null),
    save: (draft: ProductDraft) => withFallback(() => localStorage.setItem(key, JSON.stringify(draft)), undefined),
    clear: () => withFallback(() => localStorage.removeItem(key), undefined),
  }
}
