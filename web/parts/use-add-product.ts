import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { bikeCalls } from '../../contract/bikes.ts'
import type { SessionUser } from '../session.ts'
import { isRefusal, troubleOf, type Trouble } from '../trouble.ts'
import { addedToastMs, toast } from '../ui/toast.ts'
import { wholeNumber } from '../whole-number.ts'
import { selling } from '../words/selling.ts'
import { useChapter, useWorld } from '../world.ts'
import { draftOf, productDraft, type ProductDraft } from './product-draft.ts'
import { usePhoto } from './use-photo.ts'

type NewProduct = z.input<(typeof bikeCalls)['POST /allbikes']['body']>

export const categories = ['Yamaha', 'Suzuki', 'TVS'] as const satisfies readonly NewProduct['name'][]
export const conditions = ['Excellent', 'Good', 'Fair'] as const satisfies readonly NewProduct['condition'][]

// The form has looked at it before; what slips through is refused by the shop with its own sentence.
const numberOf = (typed: string): number => wholeNumber(typed) ?? 0

/** The draft as the shop takes it; null while a choice is missing. */
const productOf = (draft: ProductDraft, image: string): NewProduct | null => {
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
  }
}

/** Filling in "Add A Product": what is typed, the photo, what the shop refused, and the sending. */
export const useAddProduct = (user: SessionUser) => {
  const { client } = useWorld()
  const { add: words } = useChapter(selling)
  const navigate = useNavigate()
  const [first] = useState(
    () => productDraft(user.uid).read() ?? draftOf((field) => (field === 'sellerName' ? user.displayName : '')),
  )
  const [draft, setDraft] = useState(first)
  const [refused, setRefused] = useState<Trouble>()
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    if (draft !== first) productDraft(user.uid).keep(draft)
  }, [draft, first, user.uid])
  const photo = usePhoto({ first: first.image, onHere: (image) => setDraft((now) => ({ ...now, image })) })

  const keep = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    setDraft(({ image }) => draftOf((field) => (field === 'image' ? image : typed.get(field))))
  }

  const hear = (error: unknown) => {
    setRefused({ ...troubleOf(error) })
    if (!isRefusal(error) || error.code !== 'picture_not_uploaded') return
    photo.drop()
    setDraft((now) => ({ ...now, image: '' }))
  }

  const send = async (): Promise<void> => {
    // A photo that does not arrive has told why in its toast; nothing is posted then (spec §4).
    const image = await photo.arrived()
    const body = image === null ? null : productOf(draft, image)
    if (!body) return
    await client('POST /allbikes', { body })
    productDraft(user.uid).forget()
    toast.success(words.success, addedToastMs)
    await navigate('/dashboard/myproducts')
  }

  const add = async () => {
    if (isBusy) return
    setIsBusy(true)
    await send().catch(hear)
    setIsBusy(false)
  }

  return { first, draft, photo, refused, isBusy, keep, add }
}
