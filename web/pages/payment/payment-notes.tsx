import { TriangleAlert } from 'lucide'
import { FailedNote, Note } from '#web/ui/note.tsx'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import { useFigures, useWorld } from '#web/context/app-context.ts'
import type { Checkout } from './use-checkout.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The buyer saw another price: the new one is asked for only when they say so. */
const NewPrice = ({ before, now, onAgree }: { before: number; now: number; onAgree: () => void }) => {
  const { payment } = useBuyerWords()
  const { taka } = useFigures()
  return (
    <div className="note note--warn" role="alert">
      <Icon of={TriangleAlert} size={20} />
      <div className="note__ask">
        <p>{payment.newPrice(taka(now), taka(before))}</p>
        <button className="btn btn--line" type="button" onClick={onAgree}>
          {payment.agree(taka(now))}
        </button>
      </div>
    </div>
  )
}

const Refused = ({ message, onRetry }: { message: string; onRetry: (() => void) | undefined }) => {
  const { payment } = useBuyerWords()
  if (onRetry) return <FailedNote message={message} retry={payment.retry} onRetry={onRetry} />
  return (
    <p className="note note--stop" role="alert">
      <Icon of={TriangleAlert} size={20} />
      <span>{message}</span>
    </p>
  )
}

/** What stands in the way of paying, and what the buyer can do about it. */
export const PaymentNotes = ({ checkout, hasCards }: { checkout: Checkout; hasCards: boolean }) => {
  const { payment } = useBuyerWords()
  const { stage, priceTaka, prepare } = checkout
  if (!hasCards)
    return <FailedNote message={payment.cardsFailed} retry={payment.retry} onRetry={() => location.reload()} />
  if (stage.at === 'refused')
    return <Refused message={stage.message} onRetry={stage.mayRetry ? () => prepare() : undefined} />
  if (stage.at === 'price_changed') {
    const now = stage.priceTaka
    return <NewPrice before={priceTaka} now={now} onAgree={() => prepare(now)} />
  }
  return null
}

/** What goes on at the moment; always on the page, so that screen readers hear it change. */
export const PaymentStatus = ({ checkout: { stage }, isWaiting }: { checkout: Checkout; isWaiting: boolean }) => {
  const { payment } = useBuyerWords()
  return (
    <div aria-live="polite" className="pay__status">
      {stage.at === 'recording' && <Note>{payment.recording}</Note>}
      {stage.at === 'ready' && stage.hasRunOut && <Note>{payment.runOut}</Note>}
      {isWaiting && <p className="hint">{payment.gettingReady}</p>}
    </div>
  )
}

/** Which card to try, as long as no real money moves. */
export const TestModeNote = () => {
  const { payment } = useBuyerWords()
  const { cards } = useWorld()
  if (!cards.publishableKey.startsWith('pk_test')) return null
  return (
    <Note>
      {payment.testMode} <span className="num">4242 4242 4242 4242</span>, {payment.testModeEnd}
    </Note>
  )
}
