// The settings of bKash: it is on when its four keys are set.
import { z } from 'zod'
import { integer, onOff, url } from './fields.ts'

// A wallet holds at most this much.
const maxTaka = 500_000
// What many wallets may pay on a day. docs/payment-providers.md
const defaultTaka = 50_000
const liveUrl = 'https://tokenized.pay.bka.sh/v1.2.0-beta'

/** What is wrong with a shop in production that nobody can pay. */
export const noProviderProblem =
  'must be set when NODE_ENV is production, or BKASH_APP_KEY or SSLCOMMERZ_STORE_ID: the sandboxes take no money.'

const key = (minLength: number, name: string) =>
  z.string().min(minLength, `must be the ${name} of a bKash merchant account.`).optional()

export const bkashVariables = {
  BKASH_APP_KEY: key(8, 'app key'),
  BKASH_APP_SECRET: key(16, 'app secret'),
  BKASH_USERNAME: key(3, 'user name'),
  BKASH_PASSWORD: key(6, 'password'),
  BKASH_URL: url('https:').default(liveUrl),
  BKASH_MAX_TAKA: integer(1_000, maxTaka, () => `must be an amount in Taka from 1000 to ${maxTaka}.`).default(
    defaultTaka,
  ),
  /** Whether bKash sends payouts to wallets; its sandbox does. */
  BKASH_PAYOUTS: onOff.default(false),
  /** What bKash keeps of a payment by its contract. */
  BKASH_CHARGE_PERCENT: z
    .string()
    .refine((value) => /^\d(?:\.\d{1,3})?$/.test(value), 'must be a percentage from 0 to 9.999, such as 1.5.')
    .transform(Number)
    .default(0),
}

/** Settings that are only useful together. */
export const bkashKeyNames = ['BKASH_APP_KEY', 'BKASH_APP_SECRET', 'BKASH_USERNAME', 'BKASH_PASSWORD'] as const

type BkashVariables = z.output<z.ZodObject<typeof bkashVariables>>

/** Keys of a bKash merchant account. */
export const toBkashConfig = (settings: BkashVariables) => ({
  appKey: settings.BKASH_APP_KEY,
  appSecret: settings.BKASH_APP_SECRET,
  username: settings.BKASH_USERNAME,
  password: settings.BKASH_PASSWORD,
})
