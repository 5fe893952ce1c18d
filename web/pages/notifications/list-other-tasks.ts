// Which open notifications stand beside the deals that wait for the member.
import { findEvent } from '#contract/notices/events.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import type { Notification } from '#web/components/notifications/notification-list.tsx'

type Task = Pick<Notification, 'kind' | 'dealId' | 'chatId' | 'image'>

/** What a request is about. */
const toSubject = ({ kind, dealId, chatId, image }: Task): string => [kind, dealId, chatId, image].join(' ')

/** A row of the deal says it, with its deadline; an account, a rating and a price are asked for beside its next act. */
const isSaidByDeal = (kind: string): boolean =>
  !['add', 'rate'].includes(findEvent(kind)?.task ?? '') && kind !== 'price_offered'

/**
 * The open notifications, newest first, without what a waiting deal says itself; of several requests about the same, such as
 * two proposed times, the newest.
 */
export const listOtherTasks = <One extends Task>(
  open: readonly One[],
  waitingDeals: readonly Pick<DealSummary, '_id'>[],
): One[] => {
  const waiting = new Set<string | null>(waitingDeals.map(({ _id }) => _id))
  const others = open.filter(({ kind, dealId }) => !(waiting.has(dealId) && isSaidByDeal(kind)))
  return others.filter((task) => others.find((one) => toSubject(one) === toSubject(task)) === task)
}

/** The deals whose row stands for an open notification that was not read; one with a row of its own is new there. */
export const listNewDealIds = <One extends Pick<Notification, 'dealId' | 'seen'>>(
  open: readonly One[],
  otherTasks: readonly One[],
): (string | null)[] => open.filter((one) => !one.seen && !otherTasks.includes(one)).map(({ dealId }) => dealId)
