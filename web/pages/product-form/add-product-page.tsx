import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toLoadResult } from '#web/context/display-error.ts'
import { parseListingParams } from '#web/lib/listed-bike-url.ts'
import { createProductDraftStore } from '#web/lib/product-draft.ts'
import { getIntro } from './get-intro.ts'
import { categories } from './product-body.ts'
import { ProductForm } from './product-form.tsx'
import { type LastContact, useAddProduct } from './use-add-product.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { Note } from '#web/ui/note.tsx'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useCurrentMember } from '#web/session/use-current-member.ts'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { type FilledFields, isOtherBike, replaceBike, toFilledFields } from './valued-bike.ts'

/** Reads the bike of a valuation from the URL; null without one, and for one that the catalogue does not have. */
const findValuedBike = async (client: Client, url: string): Promise<FilledFields | null> => {
  const thisYear = new Date().getFullYear()
  const bike = parseListingParams(new URL(url).searchParams, thisYear)
  if (!bike) return null
  const catalogue = await toLoadResult(client('GET /catalogue', {}))
  return catalogue.ok ? toFilledFields(bike, catalogue.value, thisYear) : null
}

/** The number and the place of the seller's newest bike; null without one, or without an answer. */
const findLastContact = async (client: Client): Promise<LastContact | null> => {
  const newest = await toLoadResult(client('GET /allbikes/myproduct', { query: { limit: '1' } }))
  return newest.ok ? (newest.value[0] ?? null) : null
}

/** How many brands beside the three cards are chosen by one tap. */
const maxCommonBrands = 3

/** The brands without a card of which the most bikes are for sale; none without an answer. */
const listCommonBrands = async (client: Client): Promise<string[]> => {
  const onSale = await toLoadResult(client('GET /bikes/brands', {}, { as: 'anyone' }))
  const names = onSale.ok ? onSale.value.map(({ name }) => name) : []
  return names.filter((name) => !categories.some((card) => card === name)).slice(0, maxCommonBrands)
}

/** Loads what the form begins with. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const [filled, last, commonBrands] = await Promise.all([
    findValuedBike(client, request.url),
    findLastContact(client),
    listCommonBrands(client),
  ])
  return { filled, last, commonBrands }
}

type Props = {
  user: SessionUser
  filled: FilledFields | null
  last: LastContact | null
  commonBrands: string[]
  onReplace: () => void
}

const NewProductForm = ({ user, filled, last, commonBrands, onReplace }: Props) => {
  const { add } = useMessages(productFormMessages)
  const form = useAddProduct(user, { filled, last })
  const replace = (bike: FilledFields) => {
    createProductDraftStore(user.uid).save(replaceBike(form.draft, bike))
    onReplace()
  }
  return (
    <>
      {filled && isOtherBike(form.initial, filled) && (
        <Note>
          <SentenceWithName text={add.unfinished(form.initial.productName)} name={form.initial.productName} />{' '}
          <button className="note__retry" type="button" onClick={() => replace(filled)}>
            <SentenceWithName text={add.replaceUnfinished(filled.productName)} name={filled.productName} />
          </button>
        </Note>
      )}
      <ProductForm form={form} intro={getIntro(add, user)} messages={add} commonBrands={commonBrands} isNew />
    </>
  )
}

export default function AddProduct() {
  const { title } = useMessages()
  const { add } = useMessages(productFormMessages)
  const user = useCurrentMember()
  const { filled, last, commonBrands } = useLoaderData<typeof loader>()
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
          last={last}
          commonBrands={commonBrands}
          onReplace={() => setReplaced(replaced + 1)}
        />
      )}
    </>
  )
}
