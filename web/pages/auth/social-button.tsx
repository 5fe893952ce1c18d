import { CircleUserRound } from 'lucide'
import { useState } from 'react'
import { pathIn } from '#web/i18n/language.ts'
import { returnPath } from '#web/session/return-path.ts'
import { troubleOf } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { Wheel } from '#web/ui/spinner.tsx'
import { entrance } from '#web/i18n/en/auth.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Sends the person to the social provider, which sends them back to the log-in page, and that to where they came from. */
export const SocialButton = ({ back }: { back: string | null }) => {
  const { login } = useChapter(entrance)
  const { language, session } = useWorld()
  const [isLeaving, setIsLeaving] = useState(false)
  const isReady = useReady()
  const leave = async () => {
    setIsLeaving(true)
    try {
      const query = new URLSearchParams({ from: returnPath(back), social: 'yes' })
      location.assign(await session.signInSocially(pathIn(language.code, `/login?${query}`)))
    } catch (error) {
      setIsLeaving(false)
      toast.error(troubleOf(error).message)
    }
  }
  return (
    <button
      className="btn btn--line btn--lg btn--block"
      type="button"
      disabled={!isReady || isLeaving}
      onClick={() => void leave()}
    >
      {isLeaving ? <Wheel size={20} className="wheel-in" /> : <Icon of={CircleUserRound} size={20} />}
      {login.social}
    </button>
  )
}
