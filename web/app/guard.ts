// Who may see a screen. It runs in the browser only: the server sends protected screens as a shell.
import { data, redirect, type LoaderFunction, type LoaderFunctionArgs } from 'react-router'
import { stripLanguage } from '#web/i18n/language.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import type { Roles } from '#web/session/auth-store.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext } from '#web/context/app-context.ts'

/** The access of the specification's routes table. */
export type ScreenAccess = 'anyone' | 'member' | 'seller' | 'admin'

const hasRole = (access: ScreenAccess, roles: Roles): boolean =>
  access === 'seller' ? roles.isSeller : access === 'admin' ? roles.isAdmin : true

const redirectToLogin = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return redirect(toLoginPath(stripLanguage(pathname) + search))
}

const assertAccess = async ({ context, request }: LoaderFunctionArgs, access: ScreenAccess) => {
  const { session } = context.get(appContext)
  if ((await session.waitForState()).state !== 'member') throw redirectToLogin(request)
  if (access !== 'member' && !hasRole(access, await session.getRoles())) throw data(null, { status: 403 })
}

/**
 * The loader of a screen behind its access: visitors are sent to /login, which remembers the page; a member without the
 * role gets 403, which shows "not allowed". A session that ends meanwhile is a visitor's.
 */
export const guardLoader =
  (access: ScreenAccess, loader: LoaderFunction | undefined): LoaderFunction =>
  async (args) => {
    await assertAccess(args, access)
    try {
      return (await loader?.(args)) ?? null
    } catch (error) {
      if (isApiResponseError(error) && error.status === 401) throw redirectToLogin(args.request)
      if (isApiResponseError(error) && error.code === 'second_factor_needed')
        throw redirect('/dashboard/account#second-factor')
      throw error
    }
  }
