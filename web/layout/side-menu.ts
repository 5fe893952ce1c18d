// Which screens the side menu of the dashboard leads to (spec §2).

export type Role = 'buyer' | 'seller' | 'admin'

const menus = {
  buyer: [
    { path: '/dashboard', word: 'orders' },
    { path: '/dashboard/wishlist', word: 'wishlist' },
  ],
  seller: [
    { path: '/dashboard/myproducts', word: 'products' },
    { path: '/dashboard/addproducts', word: 'addProduct' },
  ],
  admin: [
    { path: '/dashboard/allsellers', word: 'sellers' },
    { path: '/dashboard/allusers', word: 'buyers' },
    { path: '/dashboard/messages', word: 'messages' },
    { path: '/dashboard/catalogue', word: 'catalogue' },
    { path: '/dashboard/suspicious', word: 'suspicious' },
  ],
} as const

/** Beyond the specification: what everybody has stands below the entries of the role. */
const commonEntries = [
  { path: '/dashboard/searches', word: 'searches' },
  { path: '/dashboard/account', word: 'account' },
] as const

export type MenuEntry = (typeof menus)[Role][number] | (typeof commonEntries)[number]

/** The role that the menu is for, where somebody has more than one. */
export const getRole = ({ isAdmin, isSeller }: { isAdmin: boolean; isSeller: boolean }): Role =>
  isAdmin ? 'admin' : isSeller ? 'seller' : 'buyer'

/**
 * The entries of a role, as far as their screens are among `paths`. Orders and wishlist are every member's (spec §6), so
 * a role without a screen of its own is led there.
 */
export const getMenuEntries = (role: Role, paths: readonly unknown[]): readonly MenuEntry[] => {
  const own = menus[role].filter(({ path }) => paths.includes(path))
  const entries: readonly MenuEntry[] = own.length > 0 ? own : menus.buyer
  return [...entries, ...commonEntries.filter(({ path }) => paths.includes(path))]
}
