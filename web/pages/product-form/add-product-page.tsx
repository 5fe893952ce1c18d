import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { ProductForm } from './product-form.tsx'
import { useAddProduct } from './use-add-product.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useCurrentMember } from '#web/session/use-current-member.ts'
import { useMessages } from '#web/context/app-context.ts'

const NewProductForm = ({ user }: { user: SessionUser }) => {
  const { add } = useMessages(sellingMessages)
  return <ProductForm form={useAddProduct(user)} intro={`${add.intro} ${add.draftNote}`} messages={add} />
}

export default function AddProduct() {
  const { title } = useMessages()
  const { add } = useMessages(sellingMessages)
  const user = useCurrentMember()
  return (
    <>
      <title>{title(add.heading)}</title>
      <DashboardHead>{add.heading}</DashboardHead>
      {user && <NewProductForm key={user.uid} user={user} />}
    </>
  )
}
