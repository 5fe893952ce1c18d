import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#web/ui/toast.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { toProductDraft, type OwnBike } from './product-body.ts'
import { useProductForm, type ProductForm } from './use-product-form.ts'

/** The form for editing a bike. `version` lets the server reject an edit of an outdated copy. */
export const useEditProduct = (bike: OwnBike): ProductForm => {
  const { client } = useApp()
  const { edit } = useMessages(bikeDetailsMessages)
  const navigate = useNavigate()
  const [initial] = useState(() => toProductDraft(bike))
  return useProductForm({
    initial,
    send: async (product) => {
      const body = { ...product, version: bike.version }
      await client('PUT /allbikes/myproduct/:id', { params: { id: bike._id }, body })
      toast.success(edit.success)
      await navigate('/dashboard/myproducts')
    },
  })
}
