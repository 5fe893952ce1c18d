// The settings of SSLCommerz: it is on when the id and the password of a store are set.
import { z } from 'zod'
import { integer, url } from './fields.ts'

// What SSLCommerz takes at once. docs/payment-providers.md
const maxTaka = 500_000
const liveUrl = 'https://securepay.sslcommerz.com'

const key = (minLength: number, name: string) =>
  z
    .string()
    .min(minLength, `must be the ${name} of an SSLCommerz store.`)
    .regex(/^\S+$/, 'must have no spaces.')
    .optional()

export const sslcommerzVariables = {
  SSLCOMMERZ_STORE_ID: key(5, 'store id'),
  SSLCOMMERZ_STORE_PASSWORD: key(8, 'store password'),
  SSLCOMMERZ_URL: url('https:').default(liveUrl),
  SSLCOMMERZ_MAX_TAKA: integer(1_000, maxTaka, () => `must be an amount in Taka from 1000 to ${maxTaka}.`).default(
    maxTaka,
  ),
}

/** Settings that are only useful together. */
export const sslcommerzKeyNames = ['SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'] as const

type SslcommerzVariables = z.output<z.ZodObject<typeof sslcommerzVariables>>

/** Keys of an SSLCommerz store. */
export const toSslcommerzConfig = (settings: SslcommerzVariables) => ({
  storeId: settings.SSLCOMMERZ_STORE_ID,
  storePassword: settings.SSLCOMMERZ_STORE_PASSWORD,
})
