import { Banknote, Bell, CalendarClock, CircleCheck, MessageCircle, MessageSquareWarning, type IconNode } from 'lucide'
import { Link } from 'react-router'
import type { z } from 'zod'
import { getCaseNoticePath, isCaseNotice, type NoticeSentence } from '#contract/notices/english.ts'
import { findEvent } from '#contract/notices/events.ts'
import type { Client } from '#contract/client.ts'
import type { Notification as NotificationShape } from '#contract/notifications.ts'
import { toDealPath, toTransferPath } from '#web/components/deals/deal-paths.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { Format } from '#web/i18n/format.ts'
import { notificationMessages } from '#web/i18n/en/notifications.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announceNotifications } from './notification-events.ts'

export type Notification = z.output<typeof NotificationShape>

type Sentences = Partial<Record<string, Partial<Record<string, NoticeSentence>>>>

/** The sentence of a notification for its side; a general one for a kind that this page does not know yet. */
export const toSentence = (
  { kind, side, otherName, number, suspendedUntil }: Notification,
  messages: Pick<Namespaces['notifications'], 'sentences' | 'caseSentences' | 'suspendedUntil' | 'other'>,
  { taka, count, at }: Pick<Format, 'taka' | 'count'> & { at: (iso: string) => string },
): string => {
  const { sentences, caseSentences, other } = messages
  if (suspendedUntil) return messages.suspendedUntil(at(suspendedUntil))
  if (isCaseNotice(kind)) return caseSentences[kind]
  const bySide: Sentences[string] = (sentences as Sentences)[kind]
  const sentence = bySide?.[side ?? 'buyer']
  const [amount, figure] = number === null ? ['', ''] : [number === 0 ? '' : taka(number), count(number)]
  return sentence ? sentence(toFirstName(otherName ?? ''), amount, figure) : other
}

const icons = {
  calendar: CalendarClock,
  check: CircleCheck,
  message: MessageCircle,
  money: Banknote,
  problem: MessageSquareWarning,
} as const

const getIcon = (kind: string): IconNode => {
  const icon = findEvent(kind)?.icon
  return icon ? icons[icon] : Bell
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const useAgo = () => {
  const { ago } = useMessages(notificationMessages)
  const { times } = useMessages(dealMessages)
  return (iso: string, nowMs: number): string => {
    const pastMs = nowMs - new Date(iso).getTime()
    if (pastMs < minuteMs) return ago.now
    if (pastMs < hourMs) return ago.minutes(Math.floor(pastMs / minuteMs))
    return pastMs < 24 * hourMs ? ago.hours(Math.floor(pastMs / hourMs)) : times.at(iso)
  }
}

/** Marks notifications as seen, all of them without ids, and updates the bell. */
export const markSeen = async (client: Client, ids?: string[]): Promise<void> => {
  await client('PUT /notifications/seen', { body: ids ? { ids } : {} })
  announceNotifications()
}

type Props = {
  items: readonly Notification[]
  nowMs: number
  onOpen?: () => void
}

/** Where to be paid is said on the page of the money alone; what became of a payout stands on the deal too. */
const kindsAboutAccount: ReadonlySet<string> = new Set(['payout_destination_missing', 'payout_failed'])

const TaskButton = ({ kind }: { kind: string }) => {
  const messages = useMessages(notificationMessages)
  const task = findEvent(kind)?.task
  return task === undefined ? null : <span className="btn btn--primary">{messages.tasks[task]}</span>
}

/** Where a notification leads: to what was decided about the member, to its conversation, or to its deal. */
const toPath = ({ kind, chatId, dealId, productId }: Notification): string => {
  if (isCaseNotice(kind)) return getCaseNoticePath(kind, productId)
  if (kind.startsWith('transfer_') && dealId !== null) return toTransferPath(dealId)
  if (kind === 'saved_cheaper') return '/dashboard/wishlist'
  if (kindsAboutAccount.has(kind)) return '/dashboard/money#where'
  if (chatId !== null) return `/dashboard/chats/${chatId}`
  return dealId === null ? '/dashboard/notifications' : toDealPath(dealId)
}

/** What was asked for and given is no request any more. */
const isAnswered = ({ kind, isOpen }: Notification): boolean => kind === 'payout_destination_missing' && !isOpen

/** Notifications, newest first. Each row is a link to its deal; opening it marks it as seen. */
export const NotificationList = ({ items, nowMs, onOpen }: Props) => {
  const messages = useMessages(notificationMessages)
  const format = { ...useFormat(), ...useMessages(dealMessages).times }
  const { client } = useApp()
  const formatAgo = useAgo()
  const open = ({ _id, seen }: Notification) => {
    // The count stays as it was when this fails; the deal opens all the same.
    if (!seen) void markSeen(client, [_id]).catch(() => {})
    onOpen?.()
  }
  return (
    <ul className="notes">
      {items.map((item) => (
        <li key={item._id} className={item.seen ? undefined : 'new'}>
          <Link to={toPath(item)} onClick={() => open(item)}>
            <Icon of={getIcon(item.kind)} size={20} />
            <span>
              <b>
                {isAnswered(item) ? messages.destinationAsked : toSentence(item, messages, format)}
                {!item.seen && <span className="sr-only"> {messages.isNew}</span>}
              </b>
              <span translate="no">{item.productName}</span>
              <time dateTime={item.createdAt}>{formatAgo(item.createdAt, nowMs)}</time>
              {item.isOpen && <TaskButton kind={item.kind} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
