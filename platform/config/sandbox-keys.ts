// The keys of the sandboxes are in the source code (sandbox/sandbox.ts), so production refuses them.

const pattern =
  /^(?:(?:sk_test|pk_test|whsec)_sandbox|sandbox-(?:client|app)-secret|sandbox-store-password|sms-sandbox)$/
const keyNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
  'BKASH_APP_SECRET',
  'SSLCOMMERZ_STORE_PASSWORD',
  'SMS_KEY',
] as const
type KeyName = (typeof keyNames)[number]

export const checkSandboxKeys = (
  settings: Partial<Record<KeyName, string | undefined>>,
  report: (name: KeyName, problem: string) => void,
): void => {
  for (const name of keyNames)
    if (pattern.test(settings[name] ?? ''))
      report(name, 'must not be the key of the sandbox when NODE_ENV is production: everybody knows it.')
}
