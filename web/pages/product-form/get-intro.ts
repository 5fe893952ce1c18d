import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import type { SessionUser } from '#web/session/auth-store.ts'

/** What is said above the form for a new bike; a member whose address is not confirmed reads that this need not wait. */
export const getIntro = (
  add: Pick<Namespaces['productForm']['add'], 'intro' | 'draftNote' | 'unconfirmed'>,
  { emailVerified }: Pick<SessionUser, 'emailVerified'>,
): string => [add.intro, ...(emailVerified ? [] : [add.unconfirmed]), add.draftNote].join(' ')
