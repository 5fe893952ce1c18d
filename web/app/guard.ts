// Who may see a screen. It runs in the browser only: the server sends protected screens as a shell.
import { data, redirect, type LoaderFunction, type LoaderFunctionArgs } from 'react-router'
import { pathWithoutLanguage } from '#web/i18n/language.ts'
import { loginPath } from '#web/session/return-path.ts'
import type { Roles } from '#web/session/session.ts'
import { isRefusal } from '#web/context/display-error.ts'
import { world } from '#web/context/app-context.ts'

/** The access of the specification's routes table. */
export type Access = 'anyone' | 'member' | 'seller' | 'admin'

const hasRole = (access: Access, roles: Roles): boolean =>
  access === 'seller' ? roles.isSeller : access === 'admin' ? roles.isAdmin : true

const toLogin = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return redirect(loginPath(pathWithoutLanguage(pathname) + search))
}

const admit = async ({ context, request }: LoaderFunctionArgs, access: Access) => {
  const { session } = context.get(world)
  if ((await session.settled()).state !== 'member') throw toLogin(request)
  if (access !== 'member' && !hasRole(access, await session.roles())) throw data(null, { status: 403 })
}

/**
 * The loader of a screen behind its access: visitors are sent to /login, which remembers the page; a member without the
 * role gets 403, which shows "not allowed". A session that ends meanwhile is a visitor's.
 */
export const guarded =
  (access: Access, loader: LoaderFunction | undefined): LoaderFunction =>
  async (args) => {
    await admit(args, access)
    try {
      return (await loader?.(args)) ?? null
    } catch (error) {
      if (isRefusal(error) && error.status === 401) throw toLogin(args.request)
      if (isRefusal(error) && error.code === 'second_factor_needed') throw redirect('/dashboard/account#second-factor')
      throw error
    }
  }
