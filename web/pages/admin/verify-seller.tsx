import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toDisplayError } from '#web/context/display-error.ts'
import { VerifiedIcon } from '#web/ui/verified-icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import type { Person } from './fetch-people.ts'

/** The specification's two calls; the second one runs only if the first changed something. */
const useVerifySeller = ({ _id: id, email }: Person) => {
  const { sellers } = useMessages(adminMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    const { modifiedCount } = await client('PUT /users/:id', { params: { id }, body: { verify: true } })
    if (modifiedCount === 0) return
    await client('PUT /users/update', { query: { email }, body: { verify: true } })
    toast.success(sellers.verifySuccess)
  }
  const verify = async () => {
    if (isBusy) return
    setIsBusy(true)
    await send().catch((error: unknown) => toast.error(toDisplayError(error).message))
    await revalidate()
    setIsBusy(false)
  }
  return { isBusy, verify }
}

/** "Verified", or the button that verifies the seller. */
export const SellerVerification = ({ person }: { person: Person }) => {
  const { sellers } = useMessages(adminMessages)
  const { isBusy, verify } = useVerifySeller(person)
  if (person.status) {
    return (
      <span className="verified verified--cell">
        <VerifiedIcon size={20} />
        {sellers.verified}
      </span>
    )
  }
  return (
    <button
      className="btn btn--primary"
      type="button"
      aria-label={sellers.verifyLabel(person.name)}
      aria-busy={isBusy}
      onClick={() => void verify()}
    >
      {isBusy && <Spinner size={18} className="wheel-in" />}
      {sellers.verify}
    </button>
  )
}
