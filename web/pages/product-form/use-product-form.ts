import { useEffect, useState } from 'react'
import { isRefusal, troubleOf, type Trouble } from '#web/context/display-error.ts'
import { draftOf, imagesIn, type ProductDraft } from '#web/lib/product-draft.ts'
import { productOf, type SentProduct } from './product-body.ts'
import { useMorePhotos } from './use-more-photos.ts'
import { usePhoto } from './use-photo.ts'

type Options = {
  /** What stands in the form when it opens. */
  first: ProductDraft
  /** Hands the bike over; what the shop refuses is shown at its field. */
  send: (product: SentProduct) => Promise<void>
}

export type ProductForm = ReturnType<typeof useProductForm>

/** What is in the draft and in no field that is typed into. */
const isUntyped = (field: string) => ['draftId', 'image', 'moreImages'].includes(field)

/** The photos of the form: the first one, and the others that can take its place. */
const usePhotos = (first: ProductDraft, set: (change: Partial<ProductDraft>) => void) => {
  const photo = usePhoto({ first: first.image, onHere: (image) => set({ image }) })
  const others = useMorePhotos({ first: imagesIn(first.moreImages), isFirst: (url) => photo.isHere(url) })
  const moreImages = others.urls.join(' ')
  useEffect(() => set({ moreImages }), [moreImages, set])
  /** Lets a further photo and the first one change places. */
  const makeFirst = (key: string, url: string) => {
    others.replace(key, photo.photo.state === 'here' ? photo.photo.url : null)
    photo.show(url)
  }
  return { photo, others, makeFirst }
}

/** Filling in the form of a bike: what is typed, the photos, what the shop refused, and the sending. */
export const useProductForm = ({ first, send }: Options) => {
  const [draft, setDraft] = useState(first)
  const [set] = useState(
    () => (change: Partial<ProductDraft>) =>
      setDraft((now) => {
        const isSame = Object.entries(change).every(([field, value]) => Reflect.get(now, field) === value)
        return isSame ? now : { ...now, ...change }
      }),
  )
  const photos = usePhotos(first, set)
  const [refused, setRefused] = useState<Trouble>()
  const [isBusy, setIsBusy] = useState(false)

  const keep = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    setDraft((now) => draftOf((field) => (isUntyped(field) ? now[field] : typed.get(field))))
  }

  const hear = (error: unknown) => {
    setRefused({ ...troubleOf(error) })
    if (!isRefusal(error) || error.code !== 'picture_not_uploaded') return
    if (error.body.field === 'moreImages') return photos.others.drop()
    photos.photo.drop()
    set({ image: '' })
  }

  const hand = async (): Promise<void> => {
    // A photo that does not arrive has told why in its toast; nothing is posted then (spec §4).
    const image = await photos.photo.arrived()
    const moreImages = image === null ? null : await photos.others.arrived()
    const product = image === null || moreImages === null ? null : productOf(draft, { image, moreImages })
    if (product) await send(product)
  }

  const submit = async () => {
    if (isBusy) return
    setIsBusy(true)
    await hand().catch(hear)
    setIsBusy(false)
  }

  return { first, draft, ...photos, refused, isBusy, keep, submit }
}
