import {
  Bell,
  BookOpen,
  CircleUserRound,
  ClipboardList,
  Heart,
  Inbox,
  Plus,
  Store,
  Tag,
  TriangleAlert,
  Users,
  type IconNode,
} from 'lucide'
import { NavLink, Outlet, useLoaderData, useMatches, type LoaderFunctionArgs } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import type { Roles } from '#web/session/session.ts'
import { dashboard as dashboardWords } from '#web/i18n/en/dashboard.ts'
import { useChapter, useSession, useWords, world } from '#web/context/app-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { asksForSecondFactor, SecondFactorAsk } from './second-factor-reminder.tsx'
import { menuFor, roleOf, type MenuEntry, type Role } from './side-menu.ts'

/** The roles of the person, for the side menu. The guard has let members through only. */
export const loader = async ({ context }: LoaderFunctionArgs): Promise<Roles & { isAsked: boolean }> => {
  const { client, session } = context.get(world)
  const roles = await session.roles()
  return { ...roles, isAsked: roles.isAdmin && (await asksForSecondFactor(client)) }
}

const icons: Record<MenuEntry['word'], IconNode> = {
  orders: ClipboardList,
  wishlist: Heart,
  products: Tag,
  addProduct: Plus,
  sellers: Store,
  buyers: Users,
  messages: Inbox,
  catalogue: BookOpen,
  suspicious: TriangleAlert,
  searches: Bell,
  account: CircleUserRound,
}

/** The dashboard's addresses, which its route carries with it. */
const usePaths = (): readonly unknown[] => {
  const handles = useMatches().map(({ handle }): unknown => handle)
  return handles.find((handle) => Array.isArray(handle)) ?? []
}

const Me = ({ role }: { role: Role }) => {
  const { bar } = useWords()
  const dashboard = useChapter(dashboardWords)
  const who = useSession()
  if (who.state !== 'member') return null
  return (
    <div className="sidemenu__me">
      <Avatar user={who.user} label={bar.signedInAs(who.user.displayName)} />
      <span>
        <b>{who.user.displayName}</b>
        <br />
        <span className="sidemenu__role">{dashboard.roles[role]}</span>
      </span>
    </div>
  )
}

const Entry = ({ entry: { path, word } }: { entry: MenuEntry }) => {
  const dashboard = useChapter(dashboardWords)
  return (
    <NavLink to={path} end>
      <Icon of={icons[word]} size={20} />
      {dashboard[word]}
    </NavLink>
  )
}

/** The dashboard: side menu, and the screen in the content area. */
export const Dashboard = () => {
  const dashboard = useChapter(dashboardWords)
  const { isAsked, ...roles } = useLoaderData<typeof loader>()
  const role = roleOf(roles)
  const entries = menuFor(role, usePaths())
  return (
    <div className="wrap">
      <div className="dash">
        <nav className="sidemenu" aria-label={dashboard.label}>
          <Me role={role} />
          {entries.map((entry) => (
            <Entry key={entry.path} entry={entry} />
          ))}
        </nav>
        <div>
          {isAsked && <SecondFactorAsk />}
          <Outlet />
        </div>
      </div>
    </div>
  )
}
