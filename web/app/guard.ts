// Access to pages. Runs in the browser only: the server sends protected pages without content.
import { data, redirect, replace, type LoaderFunction, type LoaderFunctionArgs } from 'react-router'
import { stripLanguage } from '#web/i18n/language.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import type { Roles } from '#web/session/auth-store.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext } from '#web/context/app-context.ts'

/** The access column of the routes in docs/specification.md. Payouts are for cashiers, cases for moderators, and the admin is both. */
export type ScreenAccess = 'anyone' | 'member' | 'seller' | 'admin' | 'cashier' | 'moderator'

/** The data of a 403: whether the member can add the role that is missing. */
export type ForbiddenData = { mayAddRole: boolean }

const hasRole = (access: ScreenAccess, roles: Roles): boolean => {
  switch (access) {
    case 'seller':
      return roles.isSeller
    case 'admin':
      return roles.isAdmin
    case 'cashier':
      return roles.isCashier
    case 'moderator':
      return roles.isModerator
    default:
      return true
  }
}

const redirectToLogin = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  // A page that is opened by its URL or by Back is the current history entry: the login page takes its place, or Back
  // would return here and redirect again.
  const isCurrentEntry = globalThis.location?.pathname === pathname
  const path = toLoginPath(stripLanguage(pathname) + search)
  // The fragment stays one: it may be the code of a handover, which must not become part of a query that servers log.
  return isCurrentEntry ? replace(path + globalThis.location.hash) : redirect(path)
}

const assertAccess = async ({ context, request }: LoaderFunctionArgs, access: ScreenAccess) => {
  const { session } = context.get(appContext)
  if ((await session.waitForState()).state !== 'member') throw redirectToLogin(request)
  if (access === 'member') return
  const roles = await session.getRoles()
  if (hasRole(access, roles)) return
  throw data({ mayAddRole: access === 'seller' && !roles.isAdmin } satisfies ForbiddenData, { status: 403 })
}

/**
 * Wraps a page's loader: redirects visitors to /login with the page to return to, and throws 403 for members without the
 * role. A session that ends while the loader runs redirects too.
 */
export const guardLoader =
  (access: ScreenAccess, loader: LoaderFunction | undefined): LoaderFunction =>
  async (args) => {
    const { language } = args.context.get(appContext)
    await Promise.all([assertAccess(args, access), loadMemberMessages(language)])
    try {
      return (await loader?.(args)) ?? null
    } catch (error) {
      if (isApiResponseError(error) && error.status === 401) throw redirectToLogin(args.request)
      if (isApiResponseError(error) && error.code === 'second_factor_needed')
        throw redirect('/dashboard/account#second-factor')
      throw error
    }
  }
