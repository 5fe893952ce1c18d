import { useState } from 'react'
import googleMark from '#web/assets/brand/google-mark.svg?no-inline'
import { toLanguagePath } from '#web/i18n/language.ts'
import { saveReturnFragment } from '#web/session/return-fragment.ts'
import { getReturnPath } from '#web/session/return-path.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useApp } from '#web/context/app-context.ts'

type Props = {
  label: string
  returnTo: string | null
  /** The fragment of the return path, with its `#`. It is kept in this tab and is in no address that a server sees. */
  fragment?: string
  /** Whether a click before the hydration is replayed, as in a lazy part; else the button waits for it. */
  isReplayed?: boolean
}

/** Redirects to the social provider. The provider returns to the log-in page, which continues to the return path. */
export const SocialButton = ({ label, returnTo, fragment = '', isReplayed = false }: Props) => {
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
      disabled={isLeaving || !(isReady || isReplayed)}
      onClick={() => void startSignIn()}
    >
      {isLeaving ? <Spinner size={20} className="wheel-in" /> : <img src={googleMark} width={20} height={20} alt="" />}
      {label}
    </button>
  )
}
