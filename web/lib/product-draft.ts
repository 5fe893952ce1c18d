// What was typed into "Add A Product", kept on the device until the bike is added: a reload or a lost connection loses
// nothing, and neither does leaving the page to look for the papers.

import { draftKeyPrefix } from './clear-product-drafts.ts'
import { withFallback } from './with-fallback.ts'

/** The fields of the part "More about the bike". */
export const optionalFields = [
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
 * Everything as it was typed; `draftId` is what the shop knows a new bike by, so that it is added once; `image` is the address of the uploaded picture, `moreImages` are those of the further
 * ones, with spaces between.
 */
export type ProductDraft = Record<Field, string>

const emptyText = ''

/** A draft with these words in it and nothing else. */
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

/** The addresses in a draft's `moreImages`. */
export const parseImages = (moreImages: string): string[] => moreImages.split(' ').filter((url) => url !== '')

/** The draft that a text holds, or null when it holds none. */
export const parseProductDraft = (text: string | null): ProductDraft | null => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    return createDraft((field) => Reflect.get(stored, field))
  } catch {
    return null
  }
}

/** The draft of one person; where the browser bars storage, it is as if nothing had been typed. */
export const createProductDraftStore = (uid: string) => {
  const key = draftKeyPrefix + uid
  return {
    read: () => withFallback(() => parseProductDraft(localStorage.getItem(key)), null),
    save: (draft: ProductDraft) => withFallback(() => localStorage.setItem(key, JSON.stringify(draft)), undefined),
    clear: () => withFallback(() => localStorage.removeItem(key), undefined),
  }
}
