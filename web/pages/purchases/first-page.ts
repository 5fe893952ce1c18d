// The specification's /dashboard is the buyer's orders; who is more than a buyer finds there what waits for them.
import type { Client } from '#contract/client.ts'
import type { Roles, Session } from '#web/session/auth-store.ts'

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

/** The same for a member with this many orders; asks for the deals of a seller. */
export const findFirstPage = async (
  { client, session }: { client: Client; session: Pick<Session, 'getRoles'> },
  orders: number,
): Promise<string | null> => {
  const roles = await session.getRoles()
  const query = { side: 'seller', ended: 'no', limit: '1' } as const
  const liveSales = roles.isSeller ? (await client.page('GET /deals', { query })).items.length : 0
  return getFirstPage(roles, { orders, liveSales })
}
