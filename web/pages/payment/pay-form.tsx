import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { Lock } from 'lucide'
import { useState, type FormEvent } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { useFormat } from '#web/context/app-context.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { CardField } from './card-field.tsx'
import { PaymentNotes, PaymentStatus, TestModeNote } from './payment-notes.tsx'
import { isInProgress } from './payment-stage.ts'
import { useCardProvider } from './use-card-provider.ts'
import type { PayOptions } from './pay-choice.tsx'
import type { Checkout } from './use-checkout.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Says how much is paid. Disabled until Stripe and the client secret are ready, and while a payment is in progress. */
const PayButton = ({ isReady, isBusy, amountTaka }: { isReady: boolean; isBusy: boolean; amountTaka: number }) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  return (
    <button
      className={`btn btn--primary btn--lg btn--block${isBusy ? ' is-busy' : ''}`}
      type="submit"
      disabled={!isReady}
      aria-busy={isBusy}
    >
      {isBusy ? <Spinner size={20} className="wheel-in" /> : <Icon of={Lock} size={18} />}
      {isBusy ? payment.paying : payment.payAmount(taka(amountTaka))}
    </button>
  )
}

type FormProps = { checkout: Checkout; options: PayOptions | null }

const Form = ({ checkout, options, hasCards }: FormProps & { hasCards: boolean }) => {
  const { stage, pay, purpose, priceTaka } = checkout
  const amountTaka = options?.amounts[purpose] ?? priceTaka
  const stripe = useStripe()
  const elements = useElements()
  const [isCardReady, setIsCardReady] = useState(false)
  // The card field's last error, until Pay is pressed. A card can be typed while the intent is still being created.
  const [fieldState, setFieldState] = useState<{ cardError: string | undefined }>()
  const isBusy = isInProgress(stage)
  const isReady = stripe !== null && elements !== null && isCardReady && stage.at === 'ready'
  const stageError = stage.at === 'ready' ? stage.cardError : undefined
  const cardError = fieldState ? fieldState.cardError : stageError
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!isReady || !card) return
    setFieldState(undefined)
    void pay(stripe, card)
  }
  return (
    <form className="panel form" onSubmit={submit} noValidate>
      <CardField
        isDisabled={isBusy}
        cardError={cardError}
        onReady={() => setIsCardReady(true)}
        onChange={(message) => setFieldState({ cardError: message })}
      />
      <PaymentNotes checkout={checkout} options={options} hasCards={hasCards} />
      <div>
        <PayButton isReady={isReady} isBusy={isBusy} amountTaka={amountTaka} />
        <PaymentStatus checkout={checkout} isWaiting={hasCards && (stage.at === 'preparing' || !isCardReady)} />
      </div>
      <TestModeNote />
    </form>
  )
}

export const PayForm = ({ checkout, options }: FormProps) => {
  const provider = useCardProvider()
  return (
    <Elements stripe={provider.is === 'ready' ? provider.stripe : null}>
      <Form checkout={checkout} options={options} hasCards={provider.is !== 'failed'} />
    </Elements>
  )
}
