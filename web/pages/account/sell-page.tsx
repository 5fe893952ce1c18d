import { data, Link, useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { addedRoleMessages } from '#web/i18n/en/added-roles.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import { PhoneProof, type Phone } from './phone-proof.tsx'

const addPath = '/dashboard/addproducts'

/** Loads whether the member sells already, and the proven mobile number. The admin neither buys nor sells. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { client, session } = context.get(appContext)
  const { isAdmin, isSeller } = await session.getRoles()
  if (isAdmin) throw data(null, { status: 403 })
  return { isSeller, phone: await toLoadResult(client('GET /phone')) }
}

const StartSelling = ({ number }: { number: string }) => {
  const { sell } = useMessages(addedRoleMessages)
  const { digits } = useFormat()
  const { client, session } = useApp()
  const [isBusy, run] = useAction()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const start = () =>
    run(async () => {
      await client('POST /roles', { body: { role: 'Seller' } })
      // The session reads the roles again, and then the menu.
      await session.refresh()
      await navigate(addPath)
      await revalidate()
      toast.success(sell.success)
    })
  return (
    <AccountSection id="start" heading={sell.readyHeading}>
      <p className="account__text">{sell.ready(digits(number))}</p>
      <button className="btn btn--primary btn--lg" type="button" aria-busy={isBusy} onClick={start}>
        {sell.submit}
      </button>
    </AccountSection>
  )
}

const Steps = (phone: Phone) => {
  const { sell } = useMessages(addedRoleMessages)
  if (phone.proof) return <StartSelling number={phone.proof.number} />
  return (
    <>
      <p>{sell.why}</p>
      <PhoneProof {...phone} />
      {!phone.isAvailable && <Note>{sell.unavailable}</Note>}
    </>
  )
}

const Already = () => {
  const { sell } = useMessages(addedRoleMessages)
  return (
    <AccountSection id="start" heading={sell.alreadyHeading}>
      <p className="account__text">{sell.already}</p>
      <Link className="btn btn--primary" to={addPath}>
        {sell.addProduct}
      </Link>
    </AccountSection>
  )
}

/** A buyer adds the role of seller, after proving a mobile number on the same page. */
export default function SellPage() {
  const { title } = useMessages()
  const { sell } = useMessages(addedRoleMessages)
  const { revalidate } = useRevalidator()
  const { isSeller, phone } = useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <title>{title(sell.title)}</title>
      <DashboardHead>{sell.title}</DashboardHead>
      <div className="account">
        {isSeller ? <Already /> : <p>{sell.lead}</p>}
        {!isSeller && phone.ok && <Steps {...phone.value} />}
        {!isSeller && !phone.ok && (
          <ErrorNote message={phone.message} retry={sell.retry} onRetry={() => void revalidate()} />
        )}
      </div>
    </>
  )
}
