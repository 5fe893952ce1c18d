import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toLoadResult } from '#web/context/display-error.ts'
import { parseListingParams } from '#web/lib/listed-bike-url.ts'
import { createProductDraftStore } from '#web/lib/product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { useAddProduct } from './use-add-product.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { Note } from '#web/ui/note.tsx'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useCurrentMember } from '#web/session/use-current-member.ts'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { type FilledFields, isOtherBike, replaceBike, toFilledFields } from './valued-bike.ts'

/** Reads the bike of a valuation from the URL; null without one, and for one that the catalogue does not have. */
export const loader = async ({ context, request }: LoaderFunctionArgs): Promise<FilledFields | null> => {
  const thisYear = new Date().getFullYear()
  const bike = parseListingParams(new URL(request.url).searchParams, thisYear)
  if (!bike) return null
  const catalogue = await toLoadResult(context.get(appContext).client('GET /catalogue', {}))
  return catalogue.ok ? toFilledFields(bike, catalogue.value, thisYear) : null
}

type Props = { user: SessionUser; filled: FilledFields | null; onReplace: () => void }

const NewProductForm = ({ user, filled, onReplace }: Props) => {
  const { add } = useMessages(sellingMessages)
  const form = useAddProduct(user, filled)
  const replace = (bike: FilledFields) => {
    createProductDraftStore(user.uid).save(replaceBike(form.draft, bike))
    onReplace()
  }
  return (
    <>
      {filled && isOtherBike(form.initial, filled) && (
        <Note>
          {add.unfinished(form.initial.productName)}{' '}
          <button className="note__retry" type="button" onClick={() => replace(filled)}>
            {add.replaceUnfinished(filled.productName)}
          </button>
        </Note>
      )}
      <ProductForm form={form} intro={`${add.intro} ${add.draftNote}`} messages={add} />
    </>
  )
}

export default function AddProduct() {
  const { title } = useMessages()
  const { add } = useMessages(sellingMessages)
  const user = useCurrentMember()
  const filled = useLoaderData<typeof loader>()
  const [replaced, setReplaced] = useState(0)
  return (
    <>
      <MemberStyles />
      <title>{title(add.heading)}</title>
      <DashboardHead>{add.heading}</DashboardHead>
      {user && (
        <NewProductForm
          key={`${user.uid} ${replaced}`}
          user={user}
          filled={filled}
          onReplace={() => setReplaced(replaced + 1)}
        />
      )}
    </>
  )
}
