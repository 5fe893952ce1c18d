// What was typed into "Add A Product", kept on the device until the bike is added: a reload or a lost connection loses
// nothing, and neither does leaving the page to look for the papers.

import { drafts } from './clear-product-drafts.ts'

/** The fields of the part "More about the bike". */
export const moreFields = [
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
  ...moreFields,
] as const

type Field = (typeof productFields)[number]

/**
 * Everything as it was typed; `draftId` is what the shop knows a new bike by, so that it is added once; `image` is the address of the uploaded picture, `moreImages` are those of the further
 * ones, with spaces between.
 */
export type ProductDraft = Record<Field, string>

const noText = ''

/** A draft with these words in it and nothing else. */
export const draftOf = (from: (field: Field) => unknown): ProductDraft => {
  const textOf = (field: Field) => {
    const value = from(field)
    return typeof value === 'string' ? value : noText
  }
  return {
    draftId: textOf('draftId'),
    image: textOf('image'),
    name: textOf('name'),
    productName: textOf('productName'),
    salePrice: textOf('salePrice'),
    originalPrice: textOf('originalPrice'),
    purchaseTime: textOf('purchaseTime'),
    usedTime: textOf('usedTime'),
    condition: textOf('condition'),
    sellerName: textOf('sellerName'),
    contactNumber: textOf('contactNumber'),
    location: textOf('location'),
    brand: textOf('brand'),
    model: textOf('model'),
    engineCc: textOf('engineCc'),
    kilometres: textOf('kilometres'),
    registrationDistrict: textOf('registrationDistrict'),
    registrationYear: textOf('registrationYear'),
    owners: textOf('owners'),
    description: textOf('description'),
    moreImages: textOf('moreImages'),
  }
}

/** The addresses in a draft's `moreImages`. */
export const imagesIn = (moreImages: string): string[] => moreImages.split(' ').filter((url) => url !== '')

/** The draft that a text holds, or null when it holds none. */
export const readProductDraft = (text: string | null): ProductDraft | null => {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return draftOf((field) => Reflect.get(kept, field))
  } catch {
    return null
  }
}

const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** The draft of one person; where the browser bars storage, it is as if nothing had been typed. */
export const productDraft = (uid: string) => {
  const key = drafts + uid
  return {
    read: () => quietly(() => readProductDraft(localStorage.getItem(key)), null),
    keep: (draft: ProductDraft) => quietly(() => localStorage.setItem(key, JSON.stringify(draft)), undefined),
    forget: () => quietly(() => localStorage.removeItem(key), undefined),
  }
}
