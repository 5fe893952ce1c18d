// Which notifications a member gets as an e-mail too.
import type { mutableKinds } from '#contract/deals/notification-kinds.ts'

type MutableKind = (typeof mutableKinds)[number]

// E-mails about money, cancellations and problems are always sent, so they have no row.
const settingByKind: Partial<Record<string, MutableKind>> = {
  requested: 'requested',
  accepted: 'requested',
  declined: 'requested',
  expired: 'requested',
  unavailable: 'requested',
  contact_given: 'requested',
  meeting_proposed: 'meeting',
  meeting_agreed: 'meeting',
  reminder_24h: 'reminder',
  reminder_2h: 'reminder',
  asked: 'reminder',
  turn: 'line',
  turn_ended: 'line',
  bike_changed: 'bike',
  change_confirmed: 'bike',
  changed: 'bike',
  price_lowered: 'bike',
  lower_price_taken: 'bike',
}

/** Whether the member has switched off e-mails of this kind. */
export const isMuted = (kind: string, mutedKinds: readonly string[]): boolean => {
  const setting = settingByKind[kind]
  return setting !== undefined && mutedKinds.includes(setting)
}
