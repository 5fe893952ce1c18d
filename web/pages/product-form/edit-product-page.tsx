import { useEffect } from 'react'
import { Link, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { PriceHistory } from './price-history.tsx'
import { ProductForm } from './product-form.tsx'
import { readAddition } from './description-addition.ts'
import type { OwnBike } from './product-body.ts'
import { useEditProduct } from './use-edit-product.ts'
import { Note } from '#web/ui/note.tsx'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages, appContext } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs): Promise<OwnBike> =>
  context.get(appContext).client('GET /allbikes/myproduct/:id', { params: { id: params['id'] ?? '' } })

const EditForm = ({ bike }: { bike: OwnBike }) => {
  const { edit } = useMessages(bikeDetailsMessages)
  const addition = readAddition(useLocation().state)
  const { form, isChanged } = useEditProduct(bike, addition)
  // What was added can be changed at once. A frame later, because the layout moves the focus to each new page.
  useEffect(() => {
    if (addition === '') return undefined
    const frame = requestAnimationFrame(() => document.getElementById('product-description')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [addition])
  return <ProductForm form={form} intro={edit.intro} messages={edit} isChanged={isChanged} />
}

/** Edits one's own bike and shows its price history. */
export default function EditProduct() {
  const { title } = useMessages()
  const { edit } = useMessages(bikeDetailsMessages)
  const { settings } = useMessages(offerMessages)
  const bike = useLoaderData<typeof loader>()
  const backLink = (
    <>
      {bike.status === 'available' && (
        <Link className="btn btn--line" to={`/dashboard/myproducts/${bike._id}/offers`}>
          {settings.link}
        </Link>
      )}
      <Link className="btn btn--line" to="/dashboard/myproducts">
        {edit.back}
      </Link>
    </>
  )
  return (
    <>
      <MemberStyles />
      <title>{title(edit.title)}</title>
      <DashboardHead aside={backLink}>
        <SentenceWithName text={edit.heading(bike.productName)} name={bike.productName} />
      </DashboardHead>
      {bike.status === 'available' || bike.status === 'waiting' ? (
        <EditForm key={`${bike._id} ${bike.version}`} bike={bike} />
      ) : (
        <Note>{edit.sold}</Note>
      )}
      <PriceHistory prices={bike.prices} />
    </>
  )
}
