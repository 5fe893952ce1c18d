import { useState } from 'react'
import { evidenceKinds } from '#contract/cases/badge-evidence.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { useMessages } from '#web/context/app-context.ts'
import { MoreMenu } from '#web/ui/menus/more-menu.tsx'
import type { Person, Seller } from '../fetch-people.ts'
import { AskDialog, TakeBadgeBackDialog, VerifyDialog } from './badge-dialogs.tsx'
import { isToVerify } from './has-facts-to-verify.ts'

type Open = 'verify' | 'again' | 'take-back' | 'ask' | null

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

type ActsProps = { person: Person | Seller; onOpen: (open: Open) => void }

/** The button that verifies the seller; where nothing can be checked yet it stands in the menu. */
const VerifyButton = ({ person, onOpen, className }: ActsProps & { className: string }) => {
  const { verify, verifyLabel } = useMessages(adminMessages).sellers
  return (
    <button className={className} type="button" aria-label={verifyLabel(person.name)} onClick={() => onOpen('verify')}>
      {verify}
    </button>
  )
}

/** What can be done about a badge. */
const BadgeActs = ({ person, onOpen }: ActsProps) => {
  const { badge } = useMessages(adminMessages).sellers
  return (
    <>
      <button
        className="btn btn--quiet"
        type="button"
        aria-label={badge.againLabel(person.name)}
        onClick={() => onOpen('again')}
      >
        {badge.again}
      </button>
      <button
        className="btn btn--quiet"
        type="button"
        aria-label={badge.takeBackLabel(person.name)}
        onClick={() => onOpen('take-back')}
      >
        {badge.takeBack}
      </button>
    </>
  )
}

/** Asks a seller without a badge for something that it waits for. */
const AskButton = ({ person, onOpen }: ActsProps) => {
  const { ask, askLabel } = useMessages(adminMessages).sellers.question
  return (
    <button className="btn btn--quiet" type="button" aria-label={askLabel(person.name)} onClick={() => onOpen('ask')}>
      {ask}
    </button>
  )
}

/** The button that verifies a seller who can be checked, or what the badge rests on; the other acts in a menu. */
export const SellerVerification = ({ person }: { person: Person | Seller }) => {
  const { badge } = useMessages(adminMessages).sellers
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const acts = { person, onOpen: setOpen }
  const isVerifiedNext = isToVerify(person)
  return (
    <>
      {isVerifiedNext ? <VerifyButton {...acts} className="btn btn--line" /> : <BadgeFacts person={person} />}
      <MoreMenu label={badge.moreActs(person.name)}>
        {person.status ? (
          <BadgeActs {...acts} />
        ) : (
          <>
            {!isVerifiedNext && <VerifyButton {...acts} className="btn btn--quiet" />}
            <AskButton {...acts} />
          </>
        )}
      </MoreMenu>
      {(open === 'verify' || open === 'again') && (
        <VerifyDialog person={person} isAgain={open === 'again'} onClose={close} />
      )}
      {open === 'take-back' && <TakeBadgeBackDialog person={person} onClose={close} />}
      {open === 'ask' && <AskDialog person={person} onClose={close} />}
    </>
  )
}
