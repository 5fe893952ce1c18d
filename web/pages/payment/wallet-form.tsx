import { ShieldCheck } from 'lucide'
import { useState, type FormEvent } from 'react'
import { ApiResponseError, UnreachableError, type Client } from '#contract/client.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { walletMessages } from '#web/i18n/en/wallets.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toObstacle } from './begin-payment.ts'
import type { PayOptions, Purpose } from './pay-choice.tsx'

export type Wallet = 'bkash' | 'sslcommerz'

type Props = {
  way: Wallet
  purchase: Purchase
  options: PayOptions | null
  purpose: Purpose
  priceTaka: number
  /** The most that this way takes at once, in Taka. */
  max: number
  onChoosePurpose: (purpose: Purpose) => void
  /** The price is another one than the buyer has seen, or the buyer may not pay now. */
  onChanged: () => void
}

/** Begins the payment; returns the page where the buyer pays. */
const beginAtWallet = async (client: Client, { way, purchase, purpose, priceTaka }: Props): Promise<string> => {
  const { from, _id } = purchase
  const item = from === 'order' ? { bookingId: _id } : { wishlistId: _id }
  const body = { price: priceTaka, way, ...(purpose !== 'full' && { purpose }), ...item }
  const { redirectUrl } = await client('POST /create-payment-intent', { body })
  if (redirectUrl === undefined) throw new Error(`The way ${way} was asked for, and no page of it came back.`)
  return redirectUrl
}

/** A button that opens the page of the wallet, or why its amount is too much for a wallet. */
export const WalletForm = (props: Props) => {
  const { way, options, purpose, priceTaka, max, onChoosePurpose } = props
  const { wallets, testMode } = useMessages(walletMessages)
  const messages = wallets[way]
  const { errorPage } = useBuyerMessages()
  const { client, stripe } = useApp()
  const { taka } = useFormat()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const amountTaka = options?.amounts[purpose] ?? priceTaka
  const isTooMuch = amountTaka > max
  const mayDeposit =
    isTooMuch && options !== null && options.purposes.includes('deposit') && options.amounts.deposit <= max
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isTooMuch) return
    setIsBusy(true)
    setError(undefined)
    try {
      location.assign(await beginAtWallet(client, props))
    } catch (cause) {
      const isKnown = cause instanceof ApiResponseError || cause instanceof UnreachableError
      setError(isKnown ? cause.message : errorPage.text)
      setIsBusy(false)
      if (cause instanceof ApiResponseError && (cause.code === 'price_changed' || toObstacle(cause))) props.onChanged()
    }
  }
  return (
    <form className="panel form" onSubmit={(event) => void submit(event)}>
      <p>{messages.text}</p>
      <p className="note note--good">
        <Icon of={ShieldCheck} size={20} />
        <span>{messages.safe}</span>
      </p>
      {/* The sandbox of cards stands beside those of the wallets. */}
      {stripe.script !== null && <Note>{testMode}</Note>}
      {isTooMuch && (
        <div className="note note--warn note__ask">
          <p id="wallet-limit">{messages.tooMuch(taka(max))}</p>
          {mayDeposit && (
            <button className="btn btn--line" type="button" onClick={() => onChoosePurpose('deposit')}>
              {messages.depositInstead(taka(options.amounts.deposit))}
            </button>
          )}
        </div>
      )}
      <div role="alert">{error !== undefined && <FieldError>{error}</FieldError>}</div>
      <button
        className={`btn btn--primary btn--lg btn--block${isBusy ? ' is-busy' : ''}`}
        type="submit"
        disabled={isTooMuch}
        aria-describedby={isTooMuch ? 'wallet-limit' : undefined}
        aria-busy={isBusy}
      >
        {isBusy && <Spinner size={20} className="wheel-in" />}
        {isBusy ? messages.going : messages.payWith(taka(amountTaka))}
      </button>
    </form>
  )
}
