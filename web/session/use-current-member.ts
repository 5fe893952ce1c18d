import { useState } from 'react'
import { useSession } from '#web/context/app-context.ts'
import type { SessionUser } from './auth-store.ts'

/**
 * The signed-in person. It stays while a sign-out is under way, so that nothing typed is lost when the sign-out fails;
 * null for a visitor.
 */
export const useCurrentMember = (): SessionUser | null => {
  const authState = useSession()
  const [member, setMember] = useState<SessionUser | null>(null)
  const next = authState.state === 'member' ? authState.user : authState.state === 'visitor' ? null : member
  if (next !== member) setMember(next)
  return next
}
