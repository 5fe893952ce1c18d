// Entries of the dashboard's side menu by role (spec §2).

export type Role = 'buyer' | 'seller' | 'both' | 'admin'

const buyerEntries = [
  /** `search` is for those whose dashboard opens on another page. */
  { path: '/dashboard', search: '?show=orders', messageKey: 'orders' },
  { path: '/dashboard/wishlist', messageKey: 'wishlist' },
] as const

const sellerEntries = [
  { path: '/dashboard/myproducts', messageKey: 'products' },
  { path: '/dashboard/deals', messageKey: 'deals' },
  { path: '/dashboard/money', messageKey: 'money' },
  { path: '/dashboard/addproducts', messageKey: 'addProduct' },
] as const

const menus = {
  buyer: buyerEntries,
  seller: sellerEntries,
  /** Not in the specification: one account buys and sells. */
  both: [...sellerEntries, ...buyerEntries],
  admin: [
    { path: '/dashboard/overview', messageKey: 'overview' },
    { path: '/dashboard/alldeals', messageKey: 'allDeals' },
    { path: '/dashboard/allsellers', messageKey: 'sellers' },
    { path: '/dashboard/allusers', messageKey: 'buyers' },
    { path: '/dashboard/messages', messageKey: 'messages' },
    { path: '/dashboard/catalogue', messageKey: 'catalogue' },
    { path: '/dashboard/suspicious', messageKey: 'suspicious' },
    { path: '/dashboard/disputes', messageKey: 'disputes' },
    { path: '/dashboard/audit', messageKey: 'audit' },
    { path: '/dashboard/fees', messageKey: 'fees' },
  ],
} as const

/** Not in the specification: of everybody who may pay sellers out, below the role's own. */
const cashierEntries = [
  { path: '/dashboard/payouts', messageKey: 'payouts' },
  { path: '/dashboard/allpayments', messageKey: 'payments' },
  { path: '/dashboard/allrefunds', messageKey: 'refunds' },
  { path: '/dashboard/ledger', messageKey: 'ledger' },
] as const

/** Not in the specification: conversations of buyers and sellers. */
const chatEntries = [{ path: '/dashboard/chats', messageKey: 'chats' }] as const

/** Not in the specification: of everybody who may decide cases, check papers and decide about reports of stolen bikes. */
const moderatorEntries = [
  { path: '/dashboard/cases', messageKey: 'cases' },
  { path: '/dashboard/papers', messageKey: 'papers' },
  { path: '/dashboard/stolen-reports', messageKey: 'stolen' },
] as const

/** Not in the specification: entries of every role, shown below the role's own. */
const commonEntries = [
  { path: '/dashboard/searches', messageKey: 'searches' },
  { path: '/dashboard/account', messageKey: 'account' },
] as const

/** An entry that only admins, cashiers or moderators have. */
export type StaffEntry =
  | (typeof menus)['admin'][number]
  | (typeof cashierEntries)[number]
  | (typeof moderatorEntries)[number]

export type MenuEntry =
  | (typeof menus)[Role][number]
  | (typeof cashierEntries)[number]
  | (typeof moderatorEntries)[number]
  | (typeof chatEntries)[number]
  | (typeof commonEntries)[number]

type RoleFlags = { isAdmin: boolean; isSeller: boolean; isBuyer: boolean }

/** The role that decides the menu. */
export const getRole = ({ isAdmin, isSeller, isBuyer }: RoleFlags): Role => {
  if (isAdmin) return 'admin'
  if (isSeller) return isBuyer ? 'both' : 'seller'
  return 'buyer'
}

/**
 * The entries of a role, limited to the screens among `paths`. Orders and wishlist belong to every member (spec §6), so
 * a role without screens of its own gets those. Cashiers also get the payouts, moderators the cases.
 */
export const getMenuEntries = (
  { role, isCashier, isModerator }: { role: Role; isCashier: boolean; isModerator: boolean },
  paths: readonly unknown[],
): readonly MenuEntry[] => {
  const own = menus[role].filter(({ path }) => paths.includes(path))
  const entries: readonly MenuEntry[] = own.length > 0 ? own : menus.buyer
  const further: readonly MenuEntry[] = [
    ...(role === 'admin' ? [] : chatEntries),
    ...(isCashier ? cashierEntries : []),
    ...(isModerator ? moderatorEntries : []),
    ...commonEntries,
  ]
  return [...entries, ...further.filter(({ path }) => paths.includes(path))]
}

/** A property of a value of any kind; undefined without it. */
const getProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Whether the page shows a deal or an inspection as its buyer or its seller sees it, from what the pages of the dashboard have loaded. */
export const findDealSide = (loaded: readonly unknown[]): 'buyer' | 'seller' | null => {
  const sides = loaded.map((data) => {
    const result = getProperty(data, 'value') ?? data
    return getProperty(getProperty(result, 'deal') ?? result, 'side')
  })
  return sides.includes('buyer') ? 'buyer' : sides.includes('seller') ? 'seller' : null
}

/** Pages that belong to an entry although their paths do not begin with its own. */
const furtherPaths = [
  // A conversation before its first message.
  ['chats', '/dashboard/ask/'],
  // Paying for a saved bike.
  ['wishlist', '/dashboard/payments/'],
] as const satisfies readonly (readonly [MenuEntry['messageKey'], string])[]

/**
 * How an entry is marked: "page" on its own page, "true" on a page that belongs to it, such as a deal of the list;
 * undefined on others.
 */
export const getCurrentMark = (
  { path, messageKey }: MenuEntry,
  { pathname, dealSide }: { pathname: string; dealSide: 'buyer' | 'seller' | null },
): 'page' | 'true' | undefined => {
  if (pathname === path) return 'page'
  // Only a buyer pays.
  const side = /^\/dashboard\/(?:payment|paid)\//.test(pathname) ? 'buyer' : dealSide
  const ofSeller = pathname.includes('/inspections/') ? 'products' : 'deals'
  const isOfDeal = side !== null && messageKey === (side === 'buyer' ? 'orders' : ofSeller)
  const isOfOther = furtherPaths.some(([key, start]) => messageKey === key && pathname.startsWith(start))
  return isOfDeal || isOfOther || (path !== '/dashboard' && pathname.startsWith(`${path}/`)) ? 'true' : undefined
}
