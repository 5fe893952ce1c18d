import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { useApp, type StripeConfig } from '#web/context/app-context.ts'

type CardProvider = { is: 'loading' } | { is: 'ready'; stripe: Stripe } | { is: 'failed' }

/** When the page already contains Stripe's script, no other script is loaded. */
const loadProvider = async ({ publishableKey, script }: StripeConfig): Promise<CardProvider> => {
  if (script !== null && window.Stripe === undefined) return { is: 'failed' }
  const stripe = await loadStripe(publishableKey)
  return stripe ? { is: 'ready', stripe } : { is: 'failed' }
}

/** The loading state of Stripe's script. After a failure only a page reload helps. */
export const useCardProvider = (): CardProvider => {
  const { stripe } = useApp()
  const [provider, setProvider] = useState<CardProvider>({ is: 'loading' })
  useEffect(() => {
    let isMounted = true
    const setIfMounted = (next: CardProvider) => {
      if (isMounted) setProvider(next)
    }
    loadProvider(stripe).then(setIfMounted, () => setIfMounted({ is: 'failed' }))
    return () => {
      isMounted = false
    }
  }, [stripe])
  return provider
}
