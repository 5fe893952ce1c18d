// The specification's /dashboard is the buyer's orders; who is more than a buyer finds there what waits for them.
import type { Roles } from '#web/session/auth-store.ts'

type Counts = {
  orders: number
  /** Deals of the own bikes that go on. */
  liveSales: number
}

/** The page that the dashboard opens on instead of the orders; null for the orders. */
export const getFirstPage = (
  { isAdmin, isSeller, isCashier, isModerator }: Roles,
  { orders, liveSales }: Counts,
): string | null => {
  if (isSeller && !isAdmin && liveSales > 0) return '/dashboard/deals'
  if (orders > 0) return null
  if (isAdmin) return '/dashboard/overview'
  if (isCashier) return '/dashboard/payouts'
  if (isModerator) return '/dashboard/cases'
  return isSeller ? '/dashboard/myproducts' : null
}
