import { UserRound } from 'lucide'
import { useState } from 'react'
import type { SessionUser } from '#web/session/auth-store.ts'
import { Icon } from './icon.tsx'

/** The initials of the first two words: Rahim Uddin → RU */
export const getInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')

/** The person's photo, or an icon when there is none or it fails to load. */
export const Avatar = ({ user, label }: { user: Pick<SessionUser, 'displayName' | 'photoURL'>; label: string }) => {
  const [isBroken, setIsBroken] = useState(false)
  const { photoURL } = user
  if (photoURL === null || photoURL === '' || isBroken) {
    return (
      <span className="avatar" role="img" aria-label={label} title={user.displayName}>
        <Icon of={UserRound} size={20} />
      </span>
    )
  }
  return (
    <img
      className="avatar"
      src={photoURL}
      alt={label}
      title={user.displayName}
      width={36}
      height={36}
      // The photo's host must not learn which page shows it.
      referrerPolicy="no-referrer"
      onError={() => setIsBroken(true)}
    />
  )
}
