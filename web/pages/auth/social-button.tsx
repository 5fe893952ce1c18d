import { CircleUserRound } from 'lucide'
import { useState } from 'react'
import { toLanguagePath } from '#web/i18n/language.ts'
import { saveReturnFragment } from '#web/session/return-fragment.ts'
import { getReturnPath } from '#web/session/return-path.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { authMessages } from '#web/i18n/en/auth.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  returnTo: string | null
  /** The fragment of the return path, with its `#`. It is kept in this tab and is in no address that a server sees. */
  fragment?: string
}

/** Redirects to the social provider. The provider returns to the log-in page, which continues to the return path. */
export const SocialButton = ({ returnTo, fragment = '' }: Props) => {
  const { login } = useMessages(authMessages)
  const { language, session } = useApp()
  const [isLeaving, setIsLeaving] = useState(false)
  const isReady = useReady()
  const startSignIn = async () => {
    setIsLeaving(true)
    try {
      const from = getReturnPath(returnTo)
      const query = new URLSearchParams({ from, social: 'yes' })
      saveReturnFragment(from, fragment)
      location.assign(await session.startSocialSignIn(toLanguagePath(language.code, `/login?${query}`)))
    } catch (error) {
      setIsLeaving(false)
      toast.error(toDisplayError(error).message)
    }
  }
  return (
    <button
      className="btn btn--line btn--lg btn--block"
      type="button"
      disabled={!isReady || isLeaving}
      onClick={() => void startSignIn()}
    >
      {isLeaving ? <Spinner size={20} className="wheel-in" /> : <Icon of={CircleUserRound} size={20} />}
      {login.social}
    </button>
  )
}
