import { useSession } from '#web/context/app-context.ts'

/** Tells password managers whose password a form asks for, where nobody types their e-mail. */
export const AccountOfPassword = () => {
  const session = useSession()
  if (session.state !== 'member') return null
  return <input type="email" autoComplete="username" value={session.user.email} readOnly hidden />
}
