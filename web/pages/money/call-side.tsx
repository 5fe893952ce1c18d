import { Phone } from 'lucide'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { toTelephoneUrl } from '#web/lib/bike.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Calls one side of a problem: the admin may ask both before deciding. */
export const CallSide = ({ name, phone }: { name: string; phone: string }) => {
  const { disputes } = useMessages(moneyMessages)
  const { digits } = useFormat()
  return (
    <p className="acts">
      <a className="btn btn--line" href={toTelephoneUrl(phone)} aria-label={disputes.callLabel(digits(phone), name)}>
        <Icon of={Phone} size={18} />
        <span className="num">{disputes.call(digits(phone))}</span>
      </a>
    </p>
  )
}
