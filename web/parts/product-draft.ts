// What was typed into "Add A Product", kept on the device until the bike is added: a reload or a lost connection loses
// nothing, and neither does leaving the page to look for the papers.

export const productFields = [
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
] as const

/** Everything as it was typed; `image` is the address of the uploaded picture. */
export type ProductDraft = Record<(typeof productFields)[number], string>

const noText = ''

/** A draft with these words in it and nothing else. */
export const draftOf = (from: (field: (typeof productFields)[number]) => unknown): ProductDraft => {
  const textOf = (field: (typeof productFields)[number]) => {
    const value = from(field)
    return typeof value === 'string' ? value : noText
  }
  return {
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
  }
}

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
  const key = `motohaat-product-${uid}`
  return {
    read: () => quietly(() => readProductDraft(localStorage.getItem(key)), null),
    keep: (draft: ProductDraft) => quietly(() => localStorage.setItem(key, JSON.stringify(draft)), undefined),
    forget: () => quietly(() => localStorage.removeItem(key), undefined),
  }
}
