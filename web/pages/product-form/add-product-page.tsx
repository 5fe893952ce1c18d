import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { ProductForm } from './product-form.tsx'
import { useAddProduct } from './use-add-product.ts'
import type { SessionUser } from '#web/session/session.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useSession, useWords } from '#web/context/app-context.ts'

const NewProduct = ({ user }: { user: SessionUser }) => {
  const { add } = useChapter(selling)
  return <ProductForm form={useAddProduct(user)} intro={`${add.intro} ${add.kept}`} words={add} />
}

/** Offering a bike for sale. */
export default function AddProduct() {
  const { title } = useWords()
  const { add } = useChapter(selling)
  const who = useSession()
  return (
    <>
      <title>{title(add.heading)}</title>
      <DashboardHead>{add.heading}</DashboardHead>
      {who.state === 'member' && <NewProduct key={who.user.uid} user={who.user} />}
    </>
  )
}
