import { useEffect, useState } from 'react'
import { isApiResponseError, toDisplayError, type DisplayError } from '#web/context/display-error.ts'
import { createDraft, parseImages, type ProductDraft } from '#web/lib/product-draft.ts'
import { toProductBody, type ProductBody } from './product-body.ts'
import { useMorePhotos } from './use-more-photos.ts'
import { usePhoto } from './use-photo.ts'

type Options = {
  /** The values with which the form opens. */
  initial: ProductDraft
  /** Sends the bike; an error it throws is shown at its field. */
  send: (product: ProductBody) => Promise<void>
}

export type ProductForm = ReturnType<typeof useProductForm>

/** Draft fields without an input element. */
const isHiddenField = (field: string) => ['draftId', 'image', 'moreImages'].includes(field)

/** The photos of the form: the main one, and the others that can replace it. */
const usePhotos = (initial: ProductDraft, changeDraft: (change: Partial<ProductDraft>) => void) => {
  const photo = usePhoto({ initial: initial.image, onUploaded: (image) => changeDraft({ image }) })
  const morePhotos = useMorePhotos({ initial: parseImages(initial.moreImages), isFirst: (url) => photo.hasUrl(url) })
  const moreImages = morePhotos.urls.join(' ')
  useEffect(() => changeDraft({ moreImages }), [moreImages, changeDraft])
  /** Takes photos that were chosen together: the first is the main one. */
  const choosePhotos = ([first, ...others]: File[]) => {
    if (first) photo.choose(first)
    morePhotos.choose(others)
  }
  /** Swaps a further photo with the main one. */
  const makeFirst = (key: string, url: string) => {
    morePhotos.replace(key, photo.photo.state === 'uploaded' ? photo.photo.url : null)
    photo.show(url)
  }
  return { photo, morePhotos, choosePhotos, makeFirst }
}

/** The state of the bike form: draft, photos, submit error and sending. */
export const useProductForm = ({ initial, send }: Options) => {
  const [draft, setDraft] = useState(initial)
  const [changeDraft] = useState(
    () => (change: Partial<ProductDraft>) =>
      setDraft((current) => {
        const isSame = Object.entries(change).every(([field, value]) => Reflect.get(current, field) === value)
        return isSame ? current : { ...current, ...change }
      }),
  )
  const photos = usePhotos(initial, changeDraft)
  const [submitError, setSubmitError] = useState<DisplayError>()
  const [isBusy, setIsBusy] = useState(false)

  const readForm = (form: HTMLFormElement) => {
    const formData = new FormData(form)
    setDraft((current) => createDraft((field) => (isHiddenField(field) ? current[field] : formData.get(field))))
  }

  const handleError = (error: unknown) => {
    setSubmitError({ ...toDisplayError(error) })
    if (!isApiResponseError(error) || error.code !== 'picture_not_uploaded') return
    if (error.body.field === 'moreImages') return photos.morePhotos.clear()
    photos.photo.clear()
    changeDraft({ image: '' })
  }

  const sendProduct = async (): Promise<void> => {
    // A failed upload has shown its toast; the bike is not sent then (spec §4).
    const image = await photos.photo.waitForUrl()
    const moreImages = image === null ? null : await photos.morePhotos.waitForUrls()
    const product = image === null || moreImages === null ? null : toProductBody(draft, { image, moreImages })
    if (product) await send(product)
  }

  const submit = async () => {
    if (isBusy) return
    setIsBusy(true)
    await sendProduct().catch(handleError)
    setIsBusy(false)
  }

  return { initial, draft, ...photos, submitError, isBusy, readForm, submit }
}
