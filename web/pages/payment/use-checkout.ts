import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '#web/ui/toast.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useApp } from '#web/context/app-context.ts'
import { beginPayment } from './begin-payment.ts'
import { confirmCard } from './confirm-card.ts'
import { getFirstWay } from './get-first-way.ts'
import { recordPayment } from './record-payment.ts'
import { followPurchase, getInitialStage, type Stage } from './payment-stage.ts'
import type { PayOptions, Purpose } from './pay-choice.tsx'
import type { Way, WayOption } from './way-tabs.tsx'
import { getPurchaseState, type Purchase } from '#web/lib/purchase.ts'

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** The chosen way, until another one is chosen the first of the list. The card needs its intent again. */
const useWay = (ways: readonly WayOption[], amountTaka: number) => {
  const [way, setWay] = useState<Way>(() => getFirstWay(ways, amountTaka))
  const chooseWay = (next: Way, prepareCard: () => void) => {
    setWay(next)
    if (next === 'card') prepareCard()
  }
  return { way, chooseWay }
}

/** A held deal is paid but for what a deposit left. */
const getFirstStage = (purchase: Purchase, purpose: Purpose): Stage =>
  purpose === 'rest' ? { at: 'preparing' } : getInitialStage(purchase)

/**
 * Sends a request once the one before has ended: the shop cancels an intent that a later request replaces, and requests
 * at the same time may arrive in either order. What another one has followed meanwhile is not sent, nor is its answer used.
 */
const useLastRequest = () => {
  const count = useRef(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return async <T>(send: () => Promise<T>, useAnswer: (answer: T) => Promise<void>): Promise<void> => {
    count.current += 1
    const own = count.current
    await last.current
    if (own !== count.current) return
    const request = send()
    last.current = request
    const answer = await request
    if (own === count.current) await useAnswer(answer)
  }
}

/** The state of paying for one order or wishlist item. */
export const useCheckout = (purchase: Purchase, options: PayOptions | null, ways: readonly WayOption[]) => {
  const { payment, errorPage } = useBuyerMessages()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [priceTaka, setPriceTaka] = useState(purchase.salePrice)
  // A deposit is the usual choice; what a deposit left is paid alone.
  const [purpose, setPurpose] = useState<Purpose>(options?.purposes[0] ?? 'full')
  const [ownStage, setStage] = useState(() => getFirstStage(purchase, purpose))
  const mayPay = options ? options.purposes.includes(purpose) : getPurchaseState(purchase) === 'payable'
  const stage = followPurchase(ownStage, purchase, { priceTaka, mayPay })
  const { way, chooseWay } = useWay(ways, options?.amounts[purpose] ?? purchase.salePrice)
  const hasConfirmed = useRef(false)
  const sendLast = useLastRequest()

  const failed: Stage = { at: 'failed', message: errorPage.text, mayRetry: true }
  /** Creates an intent. Its answer counts only while no other part of the price has been chosen since. */
  const begin = (atPriceTaka: number, hasExpired: boolean, forPurpose: Purpose): Promise<void> =>
    sendLast(
      () => beginPayment(client, purchase, atPriceTaka, forPurpose).catch(() => failed),
      async (next) => {
        setStage(next.at === 'ready' ? { ...next, hasExpired } : next)
        // The amounts of the page are of the price of before, or somebody else comes first.
        if (next.at === 'price_changed' || next.at === 'refused') await revalidate()
      },
    )

  /** Only a card needs its intent before the buyer presses the button. */
  const prepare = async (atPriceTaka: number, { hasExpired = false, forWay = way, forPurpose = purpose } = {}) => {
    setPriceTaka(atPriceTaka)
    setStage({ at: 'preparing' })
    if (forWay === 'card') await begin(atPriceTaka, hasExpired, forPurpose)
  }

  const record = async (intentId: string) => {
    setStage({ at: 'recording', intentId })
    const pending: Stage = { at: 'pending', intentId }
    const next = await recordPayment({ client, purchase, priceTaka, intentId, pause }).catch(() => pending)
    setStage(next)
    if (next.at !== 'paid') return
    toast.success(payment.success)
    await revalidate()
  }

  const pay = async (stripe: Stripe, card: StripeCardElement) => {
    if (stage.at !== 'ready') return
    const { clientSecret } = stage
    const isRetry = hasConfirmed.current
    hasConfirmed.current = true
    setStage({ at: 'paying', clientSecret })
    const unconfirmed = { is: 'failed', message: errorPage.text } as const
    const attempt = { stripe, card, clientSecret, email: purchase.email, isRetry }
    const confirmation = await confirmCard(attempt).catch(() => unconfirmed)
    if (confirmation.is === 'taken') return record(confirmation.intentId)
    if (confirmation.is === 'canceled') return prepare(priceTaka, { hasExpired: true })
    setStage({ at: 'ready', clientSecret, cardError: confirmation.message })
  }

  // Later revalidations create no intent.
  const startPreparing = useEffectEvent(() => {
    if (stage.at === 'preparing' && way === 'card') void begin(priceTaka, false, purpose)
  })
  useEffect(() => startPreparing(), [])

  const choose = (next: Purpose, atPriceTaka = priceTaka) => {
    setPurpose(next)
    void prepare(atPriceTaka, { forPurpose: next })
  }

  return {
    stage,
    priceTaka,
    pay,
    /** Creates the intent again, at the price the buyer agreed to. */
    prepare: (atPriceTaka = priceTaka) => void prepare(atPriceTaka),
    purpose,
    /** Pays another part: a new intent for its amount. */
    choose: (next: Purpose) => choose(next),
    /** Begins as on a page that was just opened. */
    start: () => choose(options?.purposes[0] ?? 'full', purchase.salePrice),
    way,
    chooseWay: (next: Way) => chooseWay(next, () => void prepare(priceTaka, { forWay: next })),
    readAgain: () => void revalidate(),
    retryRecording: (intentId: string) => void record(intentId),
  }
}

export type Checkout = ReturnType<typeof useCheckout>
