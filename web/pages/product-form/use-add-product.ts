import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { createId } from '#web/lib/create-id.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { productAddedToastMs, toast } from '#web/ui/toast.ts'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { otherCategory } from './catalogue-suggestions.ts'
import { createDraft, createProductDraftStore, type ProductDraft } from '#web/lib/product-draft.ts'
import { useProductForm, type ProductForm } from './use-product-form.ts'

/** A draft of an older form, in which a brand was typed beside one of the three categories: the brand is the category. */
const withTypedBrand = (draft: ProductDraft): ProductDraft =>
  draft.brand === '' || draft.brand === draft.name ? draft : { ...draft, name: otherCategory }

/** The "Add A Product" form; the draft is stored on the device until the bike is added. */
export const useAddProduct = (user: SessionUser): ProductForm => {
  const { client } = useApp()
  const { add: messages } = useMessages(sellingMessages)
  const navigate = useNavigate()
  const [initial] = useState(() => {
    const stored =
      createProductDraftStore(user.uid).read() ??
      createDraft((field) => (field === 'sellerName' ? user.displayName : ''))
    return withTypedBrand(stored.draftId === '' ? { ...stored, draftId: createId() } : stored)
  })
  const form = useProductForm({
    initial,
    send: async (product) => {
      await client('POST /allbikes', { body: { ...product, draftId: initial.draftId } })
      createProductDraftStore(user.uid).clear()
      toast.success(messages.success, productAddedToastMs)
      await navigate('/dashboard/myproducts')
    },
  })
  const { draft } = form
  useEffect(() => {
    if (draft !== initial) createProductDraftStore(user.uid).save(draft)
  }, [draft, initial, user.uid])
  return form
}
