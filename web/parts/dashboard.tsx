import { ClipboardList, Heart } from 'lucide-react'
import { NavLink, Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Roles } from '../session.ts'
import { useSession, useWords, world } from '../world.ts'
import { Avatar } from './avatar.tsx'

/** The roles of the person, for the side menu. The guard has let members through only. */
export const loader = async ({ context }: LoaderFunctionArgs): Promise<Roles> => context.get(world).session.roles()

const useRoleName = (): string => {
  const roles = useLoaderData<typeof loader>()
  const { roles: names } = useWords().dashboard
  return roles.isAdmin ? names.admin : roles.isSeller ? names.seller : names.buyer
}

const Me = () => {
  const { bar } = useWords()
  const who = useSession()
  const role = useRoleName()
  if (who.state !== 'member') return null
  return (
    <div className="sidemenu__me">
      <Avatar user={who.user} label={bar.signedInAs(who.user.displayName)} />
      <span>
        <b>{who.user.displayName}</b>
        <br />
        <span className="sidemenu__role">{role}</span>
      </span>
    </div>
  )
}

/** The dashboard: side menu, and the screen in the content area. Orders and wishlist are every member's (spec §6). */
export const Dashboard = () => {
  const { dashboard } = useWords()
  return (
    <div className="wrap">
      <div className="dash">
        <nav className="sidemenu" aria-label={dashboard.label}>
          <Me />
          <NavLink to="/dashboard" end>
            <ClipboardList size={20} aria-hidden />
            {dashboard.orders}
          </NavLink>
          <NavLink to="/dashboard/wishlist">
            <Heart size={20} aria-hidden />
            {dashboard.wishlist}
          </NavLink>
        </nav>
        <div>
          <Outlet />
        </div>
      </div>
    </div>
  )
}
