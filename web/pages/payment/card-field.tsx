import { CardElement } from '@stripe/react-stripe-js'
import { CreditCard } from 'lucide'
import { useMemo } from 'react'
import { FieldError } from '#web/ui/forms/field.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useCardStyle } from './use-card-style.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  isDisabled: boolean
  /** Stripe's error message about the card, shown verbatim. */
  cardError: string | undefined
  onReady: () => void
  /** Called while the card is typed, with Stripe's message for invalid input. */
  onChange: (cardError: string | undefined) => void
}

/** Stripe's card element. Card data goes directly to Stripe and never reaches our server. */
export const CardField = ({ isDisabled, cardError, onReady, onChange }: Props) => {
  const { payment } = useBuyerMessages()
  const style = useCardStyle()
  const options = useMemo(
    () => ({ style, disabled: isDisabled, hidePostalCode: true, hideIcon: true }),
    [style, isDisabled],
  )
  return (
    <div className="field">
      <span className="field__label">{payment.card}</span>
      <div className="input card-input" data-invalid={cardError !== undefined}>
        <Icon of={CreditCard} size={20} />
        <CardElement
          className="card-input__field"
          options={options}
          onReady={onReady}
          onChange={({ error }) => onChange(error?.message)}
        />
      </div>
      <div role="alert">{cardError !== undefined && <FieldError>{cardError}</FieldError>}</div>
      {cardError === undefined && <p className="hint">{payment.cardHint}</p>}
    </div>
  )
}
