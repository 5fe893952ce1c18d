// The second-factor plugin of better-auth and its configuration.
import { twoFactor } from 'better-auth/plugins/two-factor'
import { createBackupCodeStorage } from './backup-code-storage.ts'

// The time to enter the code after the password.
const pendingLoginSeconds = 10 * 60

/**
 * The plugin asks for a code only after a password login. We also require it after a social login, because otherwise
 * social login would bypass the second factor.
 */
export const createSecondFactorPlugin = (secret: string) => {
  const plugin = twoFactor({
    issuer: 'Motohaat',
    twoFactorCookieMaxAge: pendingLoginSeconds,
    // Members without a password need a recent login instead, which we check before calling better-auth.
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
