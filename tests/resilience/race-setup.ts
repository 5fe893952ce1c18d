// Where races are run: people who are already logged in, and the till itself, which settles, sweeps and releases beside
// the shop as another of its processes would.
import type { Client } from '#contract/client.ts'
import type { PaymentsDeps } from '#market/payments/settle.ts'

export type Racer = { email: string; call: Client }

export type RaceSetup = {
  paymentsDeps: PaymentsDeps
  buyers: readonly Racer[]
  seller: Racer
  /** A picture that the seller has uploaded. */
  picture: string
  /** Confirms the card at the provider, as the browser does. */
  pay: (intentId: string) => Promise<void>
  query: (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>
}
