// The second factor as the identity service is told to ask for it.
import { twoFactor } from 'better-auth/plugins/two-factor'
import { createBackupCodeStorage } from './rules.ts'

// A person who has the password and needs the code looks for the phone for this long.
const pendingLoginSeconds = 10 * 60

/**
 * The library asks for a code after the password alone. A second factor that the social way passes by would be a promise
 * that is not kept, so it is asked for there too.
 */
export const createSecondFactorPlugin = (secret: string) => {
  const plugin = twoFactor({
    issuer: 'Motohaat',
    twoFactorCookieMaxAge: pendingLoginSeconds,
    // Whoever has no password is asked for a fresh login instead, before the library is asked at all.
    allowPasswordless: true,
    backupCodeOptions: { storeBackupCodes: createBackupCodeStorage(secret) },
    schema: {
      user: { fields: { twoFactorEnabled: 'hasSecondFactor' } },
      twoFactor: { modelName: 'secondFactors' },
    },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } }
}
