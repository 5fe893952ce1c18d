// The secret links for mechanics of a bike: making one, copying it while it is shown, revoking one.
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { toLanguagePath } from '#web/i18n/language.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { toast } from '#web/ui/toast.ts'
import type { BikeInspections } from './inspection-types.ts'

type Invitation = BikeInspections['invitations'][number]

const stateBadges = { open: 'good', signed: 'info', expired: 'plain', revoked: 'plain' }

const Revoke = ({ invitation }: { invitation: Invitation }) => {
  const { bike } = useMessages(inspectionMessages)
  const { client } = useApp()
  const { moment } = useFormat()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const revoke = async () => {
    try {
      await client('DELETE /inspections/:id/invitation', { params: { id: invitation._id } })
      toast.success(bike.revoked)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={bike.revokeLabel(moment(invitation.createdAt))}
        onClick={() => setIsAsking(true)}
      >
        {bike.revoke}
      </button>
      {isAsking && (
        <Confirm
          heading={bike.sure}
          text={bike.sureText}
          labels={{ confirm: bike.revoke, busy: bike.revoking, cancel: bike.cancel }}
          onConfirm={revoke}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const Row = ({ invitation }: { invitation: Invitation }) => {
  const { bike } = useMessages(inspectionMessages)
  const { moment } = useFormat()
  const { createdAt, expiresAt, state } = invitation
  return (
    <li>
      <span>
        <b>{bike.made(moment(createdAt))}</b>{' '}
        <span className={`badge badge--${stateBadges[state]}`}>{bike.states[state]}</span>
        {state === 'open' && <small>{bike.worksUntil(moment(expiresAt))}</small>}
      </span>
      {state === 'open' && <Revoke invitation={invitation} />}
    </li>
  )
}

/** A new link. Only its hash is stored, so it is shown once. */
const NewLink = ({ url }: { url: string }) => {
  const { bike } = useMessages(inspectionMessages)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success(bike.copied)
    } catch {
      toast.error(bike.notCopied)
    }
  }
  return (
    <div className="note" role="status">
      <div>
        <p>{bike.newLink}</p>
        <p className="inspect__url" translate="no">
          {url}
        </p>
        <button className="btn btn--primary" type="button" onClick={() => void copy()}>
          {bike.copy}
        </button>
      </div>
    </div>
  )
}

type Props = { slug: string; side: 'seller' | 'buyer' | null; invitations: readonly Invitation[] }

/** The links that this member made, newest first, and a button that makes one. */
export const MechanicLinks = ({ slug, side, invitations }: Props) => {
  const { bike } = useMessages(inspectionMessages)
  const { client, language, shopUrl } = useApp()
  const { revalidate } = useRevalidator()
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, run] = useAction()
  const make = () =>
    run(async () => {
      const { token } = await client('POST /bikes/:slug/inspections/invitations', { params: { slug } })
      setUrl(`${shopUrl}${toLanguagePath(language.code, '/mechanic')}#${token}`)
      await revalidate()
    })
  if (side === null && invitations.length === 0) return null
  return (
    <section className="panel" aria-labelledby="links">
      <h2 className="h3" id="links">
        {bike.links}
      </h2>
      {side !== null && (
        <p>
          {bike.linksText[side]} {bike.pay}
        </p>
      )}
      {url !== null && <NewLink url={url} />}
      {side !== null && (
        <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={make}>
          {bike.make}
        </button>
      )}
      {invitations.length > 0 && (
        <ul className="inspect__links">
          {invitations.map((invitation) => (
            <Row key={invitation._id} invitation={invitation} />
          ))}
        </ul>
      )}
    </section>
  )
}
