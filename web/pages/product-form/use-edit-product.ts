import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MorePhoto } from './use-more-photos.ts'
import type { Photo } from './use-photo.ts'
import { toast } from '#web/ui/toast.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { type ProductDraft, productFields } from '#web/lib/product-draft.ts'
import { addToDescription } from './description-addition.ts'
import { toProductDraft, type OwnBike } from './product-body.ts'
import { useProductForm, type ProductForm } from './use-product-form.ts'

type Changeable = {
  draft: ProductDraft
  photo: { photo: Pick<Photo, 'state'> }
  morePhotos: { photos: Pick<MorePhoto, 'state'>[] }
}

/** Whether the form holds something else than the saved bike; a photo that is not uploaded yet counts too. */
export const hasChanges = ({ draft, photo, morePhotos }: Changeable, saved: ProductDraft): boolean =>
  [photo.photo, ...morePhotos.photos].some(({ state }) => state !== 'uploaded') ||
  // Forms give line breaks as CRLF in some browsers.
  productFields.some((field) => draft[field].replaceAll('\r', '') !== saved[field].replaceAll('\r', ''))

/**
 * The form for editing a bike. `version` lets the server reject an edit of an outdated copy.
 * @param addition a sentence that is added to the description, which is not saved yet
 */
export const useEditProduct = (bike: OwnBike, addition: string): { form: ProductForm; isChanged: boolean } => {
  const { client } = useApp()
  const { edit } = useMessages(bikeDetailsMessages)
  const { digits } = useFormat()
  const navigate = useNavigate()
  const [saved] = useState(() => toProductDraft(bike, digits))
  const [initial] = useState(() => toProductDraft(addToDescription(bike, addition), digits))
  const form = useProductForm({
    initial,
    send: async (product) => {
      const body = { ...product, version: bike.version }
      await client('PUT /allbikes/myproduct/:id', { params: { id: bike._id }, body })
      toast.success(edit.success)
      await navigate('/dashboard/myproducts')
    },
  })
  return { form, isChanged: hasChanges(form, saved) }
}
