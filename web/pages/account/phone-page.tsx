import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { phoneMessages } from '#web/i18n/en/phone.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { PhoneProof } from './phone-proof.tsx'

/** Loads the proven number, and the code that waits, so a page that is opened again goes on where it was. */
export const loader = ({ context }: LoaderFunctionArgs) => toLoadResult(context.get(appContext).client('GET /phone'))

/** The member's proven mobile number. */
export default function PhonePage() {
  const { title } = useMessages()
  const messages = useMessages(phoneMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <title>{title(messages.title)}</title>
      <DashboardHead>{messages.title}</DashboardHead>
      {result.ok ? (
        <div className="account">
          <PhoneProof {...result.value} />
        </div>
      ) : (
        <ErrorNote message={result.message} retry={messages.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
