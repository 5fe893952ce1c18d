// What the server takes of sign-up, login and accounts: handlers and jobs.
import { accountRoutes } from './account.ts'
import type { AuthDeps } from './authenticator.ts'
import type { LinkDeps } from './email-links.ts'
import { emailProofRoutes } from './email-proof/routes.ts'
import { sendPasswordResetEmails } from './password-reset/jobs.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { signInRoutes } from './sign-in.ts'

export const createAuthModule = (deps: AuthDeps & LinkDeps) => ({
  routes: [
    signInRoutes(deps),
    passwordResetRoutes(deps),
    emailProofRoutes(deps),
    secondFactorRoutes(deps),
    accountRoutes(deps),
  ],
  jobs: {
    sendPasswordResetEmails: (signal?: AbortSignal) => sendPasswordResetEmails({ ...deps, signal }),
  },
})
