import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const page = () => document.documentElement

const onThemeChange = (listener: () => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(page(), { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const styleNow = (): StripeElementStyle => {
  const look = getComputedStyle(page())
  const token = (name: string) => look.getPropertyValue(name).trim()
  return {
    base: {
      color: token('--color-ink'),
      fontFamily: token('--font-sans'),
      fontSize: '18px',
      lineHeight: '28px',
      '::placeholder': { color: token('--color-ink-3') },
    },
    invalid: { color: token('--color-vermilion-text') },
  }
}

/** The card field belongs to the provider and knows none of our tokens, so it is given their values of the theme. */
export const useCardStyle = (): StripeElementStyle => {
  const theme = useSyncExternalStore(onThemeChange, () => page().dataset.theme)
  // The theme is what the values are read from, though not by its name.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(styleNow, [theme])
}
