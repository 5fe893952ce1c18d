import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { createId } from '#web/lib/create-id.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { productAddedToastMs, toast } from '#web/ui/toast.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { otherCategory } from './catalogue-suggestions.ts'
import { createDraft, createProductDraftStore, type ProductDraft } from '#web/lib/product-draft.ts'
import { useProductForm, type ProductForm } from './use-product-form.ts'
import { fillEmptyFields, type FilledFields, isOtherBike } from './valued-bike.ts'

/** A draft of an older form, in which a brand was typed beside one of the three categories: the brand is the category. */
const withTypedBrand = (draft: ProductDraft): ProductDraft =>
  draft.brand === '' || draft.brand === draft.name ? draft : { ...draft, name: otherCategory }

/** What the seller's last advertisement says of where they are. */
export type LastContact = Pick<ProductDraft, 'contactNumber' | 'location'>

/** The stored draft of this person, or a new one with their name, and the number and place of their last bike. */
const openDraft = (user: SessionUser, last: LastContact | null): ProductDraft => {
  const known: Partial<Record<keyof ProductDraft, string>> = {
    sellerName: user.displayName,
    contactNumber: last?.contactNumber,
    location: last?.location,
  }
  const stored = createProductDraftStore(user.uid).read() ?? createDraft((field) => known[field] ?? '')
  return withTypedBrand(stored.draftId === '' ? { ...stored, draftId: createId() } : stored)
}

/**
 * The "Add A Product" form; the draft is stored on the device until the bike is added.
 * @param filled what a valuation fills into empty fields; a draft of another bike stays as it is
 * @param last fills a new draft
 */
export const useAddProduct = (
  user: SessionUser,
  { filled, last }: { filled: FilledFields | null; last: LastContact | null },
): ProductForm => {
  const { client } = useApp()
  const { add: messages } = useMessages(productFormMessages)
  const navigate = useNavigate()
  const [initial] = useState(() => {
    const draft = openDraft(user, last)
    return filled && !isOtherBike(draft, filled) ? fillEmptyFields(draft, filled) : draft
  })
  const form = useProductForm({
    initial,
    send: async (product) => {
      const { insertedId } = await client('POST /allbikes', { body: { ...product, draftId: initial.draftId } })
      createProductDraftStore(user.uid).clear()
      toast.success(messages.success, productAddedToastMs)
      await navigate('/dashboard/myproducts', { state: { addedId: insertedId } })
    },
  })
  const { draft } = form
  useEffect(() => {
    if (draft !== initial) createProductDraftStore(user.uid).save(draft)
  }, [draft, initial, user.uid])
  return form
}
