import { Mail } from 'lucide'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { toMailUrl } from '#web/lib/reply-url.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { name: string; email: string; sumTaka: number }

/** Writes to a seller who has not said where to be paid: the shop has asked them once by itself. */
export const AskSeller = ({ name, email, sumTaka }: Props) => {
  const { ask } = useMessages(moneyMessages).payouts
  const { shopUrl } = useApp()
  const { taka } = useFormat()
  const text = ask.text(name, taka(sumTaka), `${shopUrl}/dashboard/money`)
  return (
    <a
      className="btn btn--line"
      href={`${toMailUrl(email)}?subject=${encodeURIComponent(ask.subject)}&body=${encodeURIComponent(text)}`}
      aria-label={ask.writeLabel(name)}
    >
      <Icon of={Mail} size={18} />
      {ask.write}
    </a>
  )
}
