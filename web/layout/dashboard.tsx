import {
  Banknote,
  Bell,
  CircleUserRound,
  ClipboardList,
  Handshake,
  Heart,
  MessageCircle,
  Plus,
  Tag,
  type IconNode,
} from 'lucide'
import { useEffect, useState, type ComponentType } from 'react'
import {
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router'
import type { Client } from '#contract/client.ts'
import type { AddressLine, Allowance } from '#web/components/addresses/address-line.tsx'
import { onNotificationsChanged } from '#web/components/notifications/notification-events.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Roles } from '#web/session/auth-store.ts'
import { dashboardMessages } from '#web/i18n/en/dashboard.ts'
import { type AppContext, useApp, useFormat, useMessages, appContext } from '#web/context/app-context.ts'
import { useCurrentMember } from '#web/session/use-current-member.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import {
  findDealSide,
  getCurrentMark,
  getMenuEntries,
  getRole,
  type MenuEntry,
  type Role,
  type StaffEntry,
} from './side-menu.ts'

type Icons = Partial<Record<MenuEntry['messageKey'], IconNode>>

const icons: Record<Exclude<MenuEntry, StaffEntry>['messageKey'], IconNode> = {
  orders: ClipboardList,
  wishlist: Heart,
  deals: Handshake,
  money: Banknote,
  products: Tag,
  addProduct: Plus,
  chats: MessageCircle,
  searches: Bell,
  account: CircleUserRound,
}

type DashboardData = {
  roles: Roles
  staffIcons: Icons
  AllPagesButton: ComponentType<{ isOpen: boolean; onToggle: () => void }> | null
  SecondFactorReminder: ComponentType | null
  address: { AddressLine: typeof AddressLine; allowance: Allowance } | null
}

/** The line about an address that is not confirmed or refuses e-mails; only members with such an address load it. */
const loadAddressLine = async ({ client, session }: Pick<AppContext, 'client' | 'session'>) => {
  const authState = await session.waitForState()
  if (authState.state !== 'member' || (authState.user.emailVerified && !authState.user.emailBounced)) return null
  const { AddressLine, fetchAllowance } = await import('#web/components/addresses/address-line.tsx')
  return { AddressLine, allowance: await fetchAllowance(client) }
}

/** Loads the person's roles for the side menu, and what only staff see. The route guard admits members only. */
export const loader = async ({ context }: LoaderFunctionArgs): Promise<DashboardData> => {
  const { client, session } = context.get(appContext)
  const [roles, address] = await Promise.all([session.getRoles(), loadAddressLine({ client, session })])
  if (!roles.isAdmin && !roles.isCashier && !roles.isModerator)
    return { roles, staffIcons: {}, AllPagesButton: null, SecondFactorReminder: null, address }
  const { isSecondFactorRequested, SecondFactorReminder, ...staff } = await import('./staff-menu.ts')
  const isRequested = roles.isAdmin && (await isSecondFactorRequested(client))
  return { roles, ...staff, SecondFactorReminder: isRequested ? SecondFactorReminder : null, address }
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

type CountProps = { load: (client: Client) => Promise<number>; label: (count: number) => string }

/**
 * A count in the menu; nothing for 0 and until it is known. It is loaded again with the data of the page, as after what the
 * member did, and with each notification.
 */
const MenuCount = ({ load: loadCount, label }: CountProps) => {
  const { count: formatCount } = useFormat()
  const { client } = useApp()
  const [count, setCount] = useState(0)
  const isPageLoaded = useRevalidator().state === 'idle'
  useEffect(() => {
    if (!isPageLoaded) return () => {}
    // The menu stays usable without the count; the next notification asks again.
    const load = () =>
      void loadCount(client)
        .then(setCount)
        .catch(() => {})
    load()
    return onNotificationsChanged(load)
  }, [client, loadCount, isPageLoaded])
  return (
    <span className="sidemenu__count">
      {count > 0 && (
        <span className="badge badge--warn">
          <span aria-hidden>{formatCount(count)}</span>
          <span className="sr-only">{label(count)}</span>
        </span>
      )}
    </span>
  )
}

/** How many deals wait for the seller's answer, conversations have something unread, and cases are to decide. */
const countAnswers = async (client: Client) => (await client('GET /deals/count')).answerNow
const countUnread = async (client: Client) => (await client('GET /chats/count')).unread
const countCases = async (client: Client) => (await client('GET /cases/count')).open

type MenuLinkProps = { entry: MenuEntry; icon: IconNode | undefined; isBuyerOnly: boolean }

const MenuLink = ({ entry, icon, isBuyerOnly }: MenuLinkProps) => {
  const { pathname } = useLocation()
  const dealSide = findDealSide(useMatches().map(({ loaderData }): unknown => loaderData))
  const dashboard = useMessages(dashboardMessages)
  const { path, messageKey } = entry
  const search = 'search' in entry && !isBuyerOnly ? entry.search : ''
  return (
    <Link to={path + search} aria-current={getCurrentMark(entry, { pathname, dealSide })}>
      {icon && <Icon of={icon} size={20} />}
      {dashboard[messageKey]}
      {messageKey === 'deals' && <MenuCount load={countAnswers} label={dashboard.answerNow} />}
      {messageKey === 'chats' && <MenuCount load={countUnread} label={dashboard.unreadChats} />}
      {messageKey === 'cases' && <MenuCount load={countCases} label={dashboard.casesToDecide} />}
    </Link>
  )
}

/**
 * On a narrow screen the menu is one row that scrolls: puts the entry of the current page in the middle of the screen.
 * The dashboard renders again when the page changes, and hardly otherwise.
 */
const useCurrentEntryInView = (): void =>
  useEffect(() => {
    const entry = document.querySelector<HTMLElement>('.sidemenu [aria-current]')
    const allPages = document.querySelector<HTMLElement>('.sidemenu__all')?.offsetWidth ?? 0
    // Not scrollIntoView, which also moves the page when somebody goes back to where they were further down.
    entry?.parentElement?.scrollTo(entry.offsetLeft - (window.innerWidth + allPages - entry.offsetWidth) / 2, 0)
  })

/** The dashboard: side menu and content area. */
export const Dashboard = () => {
  useCurrentEntryInView()
  const dashboard = useMessages(dashboardMessages)
  const { roles, staffIcons, AllPagesButton, SecondFactorReminder, address } = useLoaderData<DashboardData>()
  const { pathname } = useLocation()
  // The page on which the whole menu was opened: the next page closes it.
  const [openOn, setOpenOn] = useState('')
  const isOpen = openOn === pathname
  const role = getRole(roles)
  const allIcons: Icons = { ...icons, ...staffIcons }
  const entries = getMenuEntries(
    { role, isCashier: roles.isCashier, isModerator: roles.isModerator },
    useDashboardPaths(),
  )
  return (
    <div className="wrap">
      <div className="dash">
        <nav
          className={`sidemenu${AllPagesButton ? ' sidemenu--staff' : ''}${isOpen ? ' sidemenu--open' : ''}`}
          aria-label={dashboard.label}
        >
          <CurrentUser role={role} />
          {AllPagesButton && <AllPagesButton isOpen={isOpen} onToggle={() => setOpenOn(isOpen ? '' : pathname)} />}
          {entries.map((entry) => (
            <MenuLink
              key={entry.path}
              entry={entry}
              icon={allIcons[entry.messageKey]}
              isBuyerOnly={role === 'buyer' && !roles.isCashier && !roles.isModerator}
            />
          ))}
        </nav>
        <div>
          {address && <address.AddressLine allowance={address.allowance} />}
          {SecondFactorReminder && <SecondFactorReminder />}
          <Outlet />
        </div>
      </div>
    </div>
  )
}
