import { DashboardHead } from '#web/parts/dashboard-head.tsx'
import { ProductForm } from '#web/parts/product-form.tsx'
import { useAddProduct } from '#web/parts/use-add-product.ts'
import type { SessionUser } from '#web/session.ts'
import { selling } from '#web/words/selling.ts'
import { useChapter, useSession, useWords } from '#web/world.ts'

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
