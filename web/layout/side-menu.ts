// Entries of the dashboard's side menu by role (spec §2).

export type Role = 'buyer' | 'seller' | 'admin'

const menus = {
  buyer: [
    { path: '/dashboard', messageKey: 'orders' },
    { path: '/dashboard/wishlist', messageKey: 'wishlist' },
  ],
  seller: [
    { path: '/dashboard/myproducts', messageKey: 'products' },
    { path: '/dashboard/deals', messageKey: 'deals' },
    { path: '/dashboard/money', messageKey: 'money' },
    { path: '/dashboard/addproducts', messageKey: 'addProduct' },
  ],
  admin: [
    { path: '/dashboard/allsellers', messageKey: 'sellers' },
    { path: '/dashboard/allusers', messageKey: 'buyers' },
    { path: '/dashboard/messages', messageKey: 'messages' },
    { path: '/dashboard/catalogue', messageKey: 'catalogue' },
    { path: '/dashboard/suspicious', messageKey: 'suspicious' },
    { path: '/dashboard/disputes', messageKey: 'disputes' },
  ],
} as const

/** Not in the specification: of everybody who may pay sellers out, below the role's own. */
const cashierEntries = [{ path: '/dashboard/payouts', messageKey: 'payouts' }] as const

/** Not in the specification: entries of every role, shown below the role's own. */
const commonEntries = [
  { path: '/dashboard/searches', messageKey: 'searches' },
  { path: '/dashboard/account', messageKey: 'account' },
] as const

export type MenuEntry = (typeof menus)[Role][number] | (typeof cashierEntries)[number] | (typeof commonEntries)[number]

/** The role that decides the menu when a person has several. */
export const getRole = ({ isAdmin, isSeller }: { isAdmin: boolean; isSeller: boolean }): Role =>
  isAdmin ? 'admin' : isSeller ? 'seller' : 'buyer'

/**
 * The entries of a role, limited to the screens among `paths`. Orders and wishlist belong to every member (spec §6), so
 * a role without screens of its own gets those. Cashiers also get the payouts.
 */
export const getMenuEntries = (
  { role, isCashier }: { role: Role; isCashier: boolean },
  paths: readonly unknown[],
): readonly MenuEntry[] => {
  const own = menus[role].filter(({ path }) => paths.includes(path))
  const entries: readonly MenuEntry[] = own.length > 0 ? own : menus.buyer
  const further: readonly MenuEntry[] = [...(isCashier ? cashierEntries : []), ...commonEntries]
  return [...entries, ...further.filter(({ path }) => paths.includes(path))]
}
