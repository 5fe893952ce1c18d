import {
  Banknote,
  Bell,
  BookOpen,
  CircleUserRound,
  ClipboardList,
  Heart,
  Inbox,
  MessageSquareWarning,
  Plus,
  Handshake,
  Store,
  Tag,
  TriangleAlert,
  Users,
  WalletCards,
  type IconNode,
} from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { NavLink, Outlet, useLoaderData, useLocation, useMatches, type LoaderFunctionArgs } from 'react-router'
import { onNotificationsChanged } from '#web/components/notifications/notification-events.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Roles } from '#web/session/auth-store.ts'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'
import { useApp, useFormat, useMessages, appContext } from '#web/context/app-context.ts'
import { useCurrentMember } from '#web/session/use-current-member.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { isSecondFactorRequested, SecondFactorReminder } from './second-factor-reminder.tsx'
import { getMenuEntries, getRole, type MenuEntry, type Role } from './side-menu.ts'

/** Loads the person's roles for the side menu. The route guard admits members only. */
export const loader = async ({
  context,
}: LoaderFunctionArgs): Promise<Roles & { hasSecondFactorReminder: boolean }> => {
  const { client, session } = context.get(appContext)
  const roles = await session.getRoles()
  return { ...roles, hasSecondFactorReminder: roles.isAdmin && (await isSecondFactorRequested(client)) }
}

const icons: Record<MenuEntry['messageKey'], IconNode> = {
  orders: ClipboardList,
  wishlist: Heart,
  deals: Handshake,
  money: Banknote,
  payouts: WalletCards,
  disputes: MessageSquareWarning,
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

/** The paths of the dashboard's screens, from the handle of its route. */
const useDashboardPaths = (): readonly unknown[] => {
  const handles = useMatches().map(({ handle }): unknown => handle)
  return handles.find((handle) => Array.isArray(handle)) ?? []
}

const CurrentUser = ({ role }: { role: Role }) => {
  const { topBar } = useMessages()
  const dashboard = useMessages(dashboardMessages)
  const user = useCurrentMember()
  if (!user) return null
  return (
    <div className="sidemenu__me">
      <Avatar user={user} label={topBar.signedInAs(user.displayName)} />
      <span>
        <b>{user.displayName}</b>
        <br />
        <span className="sidemenu__role">{dashboard.roles[role]}</span>
      </span>
    </div>
  )
}

/** How many deals wait for the seller's answer; nothing for 0 and until it is known. */
const AnswerNowCount = () => {
  const { answerNow } = useMessages(dashboardMessages)
  const { count: formatCount } = useFormat()
  const { client } = useApp()
  const [count, setCount] = useState(0)
  useEffect(() => {
    // The menu stays usable without the count; the next notification asks again.
    const load = () =>
      void client('GET /deals/count')
        .then(({ answerNow: now }) => setCount(now))
        .catch(() => {})
    load()
    return onNotificationsChanged(load)
  }, [client])
  return (
    <span className="sidemenu__count">
      {count > 0 && (
        <span className="badge badge--warn">
          <span aria-hidden>{formatCount(count)}</span>
          <span className="sr-only">{answerNow(count)}</span>
        </span>
      )}
    </span>
  )
}

const MenuLink = ({ entry: { path, messageKey } }: { entry: MenuEntry }) => {
  const dashboard = useMessages(dashboardMessages)
  return (
    <NavLink to={path} end>
      <Icon of={icons[messageKey]} size={20} />
      {dashboard[messageKey]}
      {messageKey === 'deals' && <AnswerNowCount />}
    </NavLink>
  )
}

/** On a narrow screen the menu is one row that scrolls: scrolls it until the entry of the current page is in its middle. */
const useCurrentEntryInView = () => {
  const menu = useRef<HTMLElement>(null)
  const shownPath = useRef<string>(undefined)
  const { pathname } = useLocation()
  useEffect(() => {
    const row = menu.current
    const entry = row?.querySelector('[aria-current="page"]')
    if (!row || !entry) return
    const [outer, inner] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
    const left = row.scrollLeft + inner.left - outer.left - (row.clientWidth - inner.width) / 2
    // Only a change of the page is shown as a motion, by the style sheet, and only to those who have not asked for less.
    row.scrollTo({ left, behavior: shownPath.current === undefined ? 'instant' : 'auto' })
    shownPath.current = pathname
  }, [pathname])
  return menu
}

/** The dashboard: side menu and content area. */
export const Dashboard = () => {
  const menu = useCurrentEntryInView()
  const dashboard = useMessages(dashboardMessages)
  const { hasSecondFactorReminder, ...roles } = useLoaderData<typeof loader>()
  const role = getRole(roles)
  const entries = getMenuEntries({ role, isCashier: roles.isCashier }, useDashboardPaths())
  return (
    <div className="wrap">
      <div className="dash">
        <nav className="sidemenu" ref={menu} aria-label={dashboard.label}>
          <CurrentUser role={role} />
          {entries.map((entry) => (
            <MenuLink key={entry.path} entry={entry} />
          ))}
        </nav>
        <div>
          {hasSecondFactorReminder && <SecondFactorReminder />}
          <Outlet />
        </div>
      </div>
    </div>
  )
}
