// Pure. Which notifications a member gets as an e-mail too.
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
  rate_deal: 'reminder',
  rating_shown: 'reminder',
  transfer_notice: 'reminder',
  transfer_notice_late: 'reminder',
  transfer_apply: 'reminder',
  transfer_apply_late: 'reminder',
  transfer_done: 'reminder',
  turn: 'line',
  turn_ended: 'line',
  bike_changed: 'bike',
  change_confirmed: 'bike',
  changed: 'bike',
  price_lowered: 'bike',
  lower_price_taken: 'bike',
  message: 'message',
  offer_made: 'message',
  offer_refused: 'message',
  offer_lapsed: 'message',
  offer_unavailable: 'message',
  offer_cheaper: 'message',
  offer_accepted: 'requested',
  floor_accepted: 'requested',
  not_booked: 'requested',
}

/** Whether the member has switched off e-mails of this kind. */
export const isMuted = (kind: string, mutedKinds: readonly string[]): boolean => {
  const setting = settingByKind[kind]
  return setting !== undefined && mutedKinds.includes(setting)
}
