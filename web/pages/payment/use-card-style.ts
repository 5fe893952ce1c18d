import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const getRoot = () => document.documentElement

const onThemeChange = (listener: () => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(getRoot(), { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

const readStyle = (): StripeElementStyle => {
  const computedStyle = getComputedStyle(getRoot())
  const readToken = (name: string) => computedStyle.getPropertyValue(name).trim()
  return {
    base: {
      color: readToken('--color-ink'),
      fontFamily: readToken('--font-sans'),
      fontSize: '18px',
      lineHeight: '28px',
      '::placeholder': { color: readToken('--color-ink-3') },
    },
    invalid: { color: readToken('--color-vermilion-text') },
  }
}

/** Stripe's iframe cannot read our CSS custom properties, so their values are passed to it. */
export const useCardStyle = (): StripeElementStyle => {
  const theme = useSyncExternalStore(onThemeChange, () => getRoot().dataset.theme)
  // The values depend on the theme, although it is not used by name.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(readStyle, [theme])
}
