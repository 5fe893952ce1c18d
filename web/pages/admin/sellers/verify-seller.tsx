import { useState } from 'react'
import { evidenceKinds } from '#contract/cases/badge-evidence.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages } from '#web/context/app-context.ts'
import type { Person, Seller } from '../fetch-people.ts'
import { TakeBadgeBackDialog, VerifyDialog } from './badge-dialogs.tsx'

type Open = 'verify' | 'again' | 'take-back' | null

/** What the badge of a seller rests on, until when it runs, and what the admin saw. */
const BadgeFacts = ({ person: { badgeUntil, badgeEvidence, badgeNote } }: { person: Person }) => {
  const { badge, verified } = useMessages(adminMessages).sellers
  const format = useFormatDay()
  const kind = evidenceKinds.find((one) => one === badgeEvidence)
  if (badgeUntil === null) return null
  // The parts of the day stay on one line.
  const day = format(badgeUntil).replaceAll(' ', '\u00a0')
  return (
    <>
      <small className="badge-until">{badge.verifiedUntil(kind ? badge.verifiedBy[kind] : verified, day)}</small>
      {badgeNote !== null && (
        <p className="unverified" dir="auto">
          {badgeNote}
        </p>
      )}
    </>
  )
}

/** What the badge rests on with what can be done about it, or the button that verifies the seller. */
export const SellerVerification = ({ person }: { person: Person | Seller }) => {
  const { sellers } = useMessages(adminMessages)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      {person.status ? (
        <>
          <BadgeFacts person={person} />
          <span className="badge-acts">
            <button
              className="btn btn--line"
              type="button"
              aria-label={sellers.badge.againLabel(person.name)}
              onClick={() => setOpen('again')}
            >
              {sellers.badge.again}
            </button>
            <button
              className="btn btn--quiet"
              type="button"
              aria-label={sellers.badge.takeBackLabel(person.name)}
              onClick={() => setOpen('take-back')}
            >
              {sellers.badge.takeBack}
            </button>
          </span>
        </>
      ) : (
        <button
          className="btn btn--line"
          type="button"
          aria-label={sellers.verifyLabel(person.name)}
          onClick={() => setOpen('verify')}
        >
          {sellers.verify}
        </button>
      )}
      {(open === 'verify' || open === 'again') && (
        <VerifyDialog person={person} isAgain={open === 'again'} onClose={close} />
      )}
      {open === 'take-back' && <TakeBadgeBackDialog person={person} onClose={close} />}
    </>
  )
}
