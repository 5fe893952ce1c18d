import { TriangleAlert } from 'lucide'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useFormat, useApp } from '#web/context/app-context.ts'
import type { PayOptions } from './pay-choice.tsx'
import type { Checkout } from './use-checkout.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The price changed; the new one is charged only after the buyer agrees. The button says what is paid now. */
export const PriceChangeNotice = ({ checkout, options }: { checkout: Checkout; options: PayOptions | null }) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  const { stage, priceTaka, purpose, prepare } = checkout
  if (stage.at !== 'price_changed') return null
  const newPriceTaka = stage.priceTaka
  const isRead = options?.amounts.full === newPriceTaka
  return (
    <div className="note note--warn" role="alert">
      <Icon of={TriangleAlert} size={20} />
      <div className="note__ask">
        <p>{payment.newPrice(taka(newPriceTaka), taka(priceTaka))}</p>
        <button className="btn btn--line" type="button" onClick={() => prepare(newPriceTaka)}>
          {payment.payNewPrice(taka(isRead ? options.amounts[purpose] : newPriceTaka))}
        </button>
      </div>
    </div>
  )
}

const PaymentError = ({ message, onRetry }: { message: string; onRetry: (() => void) | undefined }) => {
  const { payment } = useBuyerMessages()
  if (onRetry) return <ErrorNote message={message} retry={payment.retry} onRetry={onRetry} />
  return (
    <p className="note note--stop" role="alert">
      <Icon of={TriangleAlert} size={20} />
      <span>{message}</span>
    </p>
  )
}

type NotesProps = { checkout: Checkout; options: PayOptions | null; hasCards: boolean }

/** Shows why the buyer cannot pay now, and what to do about it. */
export const PaymentNotes = ({ checkout, options, hasCards }: NotesProps) => {
  const { payment } = useBuyerMessages()
  const { stage, prepare } = checkout
  if (!hasCards)
    return <ErrorNote message={payment.cardsFailed} retry={payment.retry} onRetry={() => location.reload()} />
  if (stage.at === 'failed')
    return <PaymentError message={stage.message} onRetry={stage.mayRetry ? () => prepare() : undefined} />
  return <PriceChangeNotice checkout={checkout} options={options} />
}

/** The progress of the payment. A live region that is always in the page, so that screen readers announce changes. */
export const PaymentStatus = ({ checkout: { stage }, isWaiting }: { checkout: Checkout; isWaiting: boolean }) => {
  const { payment } = useBuyerMessages()
  return (
    <div aria-live="polite" className="pay__status">
      {stage.at === 'recording' && <Note>{payment.recording}</Note>}
      {stage.at === 'ready' && stage.hasExpired && <Note>{payment.holdExpired}</Note>}
      {isWaiting && <p className="hint">{payment.gettingReady}</p>}
    </div>
  )
}

/** Shows the test card while no real money moves. */
export const TestModeNote = () => {
  const { payment } = useBuyerMessages()
  const { stripe } = useApp()
  if (!stripe.publishableKey.startsWith('pk_test')) return null
  return (
    <Note>
      {payment.testMode} <span className="num">4242 4242 4242 4242</span>, {payment.testModeEnd}
    </Note>
  )
}
