// What the menu of admins, cashiers and moderators has beyond that of buyers and sellers. Only they load it.
import {
  BookOpen,
  FileCheck,
  Handshake,
  History,
  Inbox,
  LayoutDashboard,
  MessageSquareWarning,
  OctagonAlert,
  ShieldAlert,
  Stamp,
  Store,
  TriangleAlert,
  Users,
  WalletCards,
  type IconNode,
} from 'lucide'
import type { StaffEntry } from './side-menu.ts'

export { AllPagesButton } from './all-pages-button.tsx'
export { isSecondFactorRequested, SecondFactorReminder } from './second-factor-reminder.tsx'

export const staffIcons: Record<StaffEntry['messageKey'], IconNode> = {
  overview: LayoutDashboard,
  allDeals: Handshake,
  sellers: Store,
  buyers: Users,
  messages: Inbox,
  catalogue: BookOpen,
  suspicious: TriangleAlert,
  cases: ShieldAlert,
  papers: FileCheck,
  stolen: OctagonAlert,
  disputes: MessageSquareWarning,
  audit: History,
  fees: Stamp,
  payouts: WalletCards,
  payments: WalletCards,
  refunds: WalletCards,
  ledger: BookOpen,
}
