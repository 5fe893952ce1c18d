// The paths of a deal's screens.
import type { Deal } from './describe-deal.ts'

type Screen = 'code' | 'handover' | 'problem' | 'receipt'

/** The buyer's orders; also for somebody whose dashboard opens on another page. */
export const ordersPath = '/dashboard?show=orders'

/** The page of a deal, which buyer and seller share, or one of its further screens. */
export const toDealPath = (id: string, screen?: Screen): string =>
  `/dashboard/deal/${id}${screen === undefined ? '' : `/${screen}`}`

/** The transfer of a sold bike, or its sale receipt. */
export const toTransferPath = (id: string, screen?: 'receipt'): string =>
  `/dashboard/transfers/${id}${screen === undefined ? '' : `/${screen}`}`

/** The conversation about the bike; a buyer without one begins it there. Null where a seller has nothing to answer. */
export const toMessagesPath = ({ chatId, side, slug }: Pick<Deal, 'chatId' | 'side' | 'slug'>): string | null => {
  if (chatId !== null) return `/dashboard/chats/${chatId}`
  return side === 'buyer' ? `/dashboard/ask/${slug}` : null
}

/** The payment page of a deal. It needs a newly loaded document, whose Content-Security-Policy allows the card form. */
export const toDealPayPath = (id: string): string => `/dashboard/payment/${id}`

/** The search for bikes like one; loads nothing of the search itself. */
export const toSimilarPath = (bikeName: string): string => `/bikes?${new URLSearchParams({ q: bikeName })}`
