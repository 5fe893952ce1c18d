import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { newId } from '#web/lib/create-id.ts'
import type { SessionUser } from '#web/session/session.ts'
import { addedToastMs, toast } from '#web/ui/toast.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { draftOf, productDraft } from '#web/lib/product-draft.ts'
import { useProductForm, type ProductForm } from './use-product-form.ts'

/** Filling in "Add A Product"; what is typed is kept on the device until the bike is added. */
export const useAddProduct = (user: SessionUser): ProductForm => {
  const { client } = useWorld()
  const { add: words } = useChapter(selling)
  const navigate = useNavigate()
  const [first] = useState(() => {
    const kept = productDraft(user.uid).read() ?? draftOf((field) => (field === 'sellerName' ? user.displayName : ''))
    return kept.draftId === '' ? { ...kept, draftId: newId() } : kept
  })
  const form = useProductForm({
    first,
    send: async (product) => {
      await client('POST /allbikes', { body: { ...product, draftId: first.draftId } })
      productDraft(user.uid).forget()
      toast.success(words.success, addedToastMs)
      await navigate('/dashboard/myproducts')
    },
  })
  const { draft } = form
  useEffect(() => {
    if (draft !== first) productDraft(user.uid).keep(draft)
  }, [draft, first, user.uid])
  return form
}
