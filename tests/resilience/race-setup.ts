// What races need: signed-in people, and payment dependencies that settle, sweep and release concurrently with the app, as
// another app process would.
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
