import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { createBkashProvider, createBkashTokenSource } from '#market/payments/bkash/client.ts'
import type { PaymentProvider } from '#market/payments/providers.ts'
import { createTokenProvider } from '#market/payments/provider-tokens.ts'
import { bkashSandboxChargePercent, bkashSandboxPath, sandboxKeys } from '#sandbox/sandbox.ts'
import type { ExternalServices } from '#server/external-services.ts'

/** bKash at the sandbox, with the token of the database. */
export const createTestBkash = (deps: {
  db: Parameters<typeof createTokenProvider>[0]['db']
  sandboxUrl: string
  publicUrl: string
  now: () => Date
  secret: string
  service: ExternalServices['bkash']
  log?: (line: string) => void
}): PaymentProvider => {
  const { db, now, secret, service, publicUrl, log = () => {} } = deps
  const guard = { baseUrl: `${deps.sandboxUrl}${bkashSandboxPath}`, keys: sandboxKeys.bkash, service }
  const createToken = () => randomBytes(32).toString('base64url')
  const tokenDeps = { db, now, log, createToken, createId: () => v7(), secret }
  return createBkashProvider({
    ...guard,
    maxTaka: 999_999,
    sendsPayouts: true,
    chargePercent: bkashSandboxChargePercent,
    callbackUrl: (language) => `${publicUrl}${language === 'bn' ? '/bn' : ''}/dashboard/paid/bkash`,
    getToken: createTokenProvider(tokenDeps, createBkashTokenSource(guard)),
  })
}
