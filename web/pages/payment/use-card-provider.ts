import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { useApp, type StripeConfig } from '#web/context/app-context.ts'

export type CardProvider = { is: 'loading' } | { is: 'ready'; stripe: Stripe } | { is: 'failed' }

/** Where the page carries the provider's script itself, nothing else may be loaded in its stead. */
const loadProvider = async ({ publishableKey, script }: StripeConfig): Promise<CardProvider> => {
  if (script !== null && window.Stripe === undefined) return { is: 'failed' }
  const stripe = await loadStripe(publishableKey)
  return stripe ? { is: 'ready', stripe } : { is: 'failed' }
}

/** The card provider's script, as far as it has come. Once failed, only a new load of the page can help. */
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
