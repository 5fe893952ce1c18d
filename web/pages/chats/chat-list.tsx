// The conversations of a member: a page of its own, and beside an open conversation on a wide screen.
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Page } from '#contract/call.ts'
import type { ChatSummary as SummaryShape } from '#contract/chats/chats.ts'
import type { Client } from '#contract/client.ts'
import { dayMs } from '#contract/time/durations.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Picture } from '#web/ui/picture.tsx'

type ChatSummary = z.output<typeof SummaryShape>
type Show = 'unread' | 'selling' | undefined

/** The newest conversations, and which ones they are. */
export type ChatListData = { first: Page<ChatSummary>; show: Show; nowMs: number }

const pageSize = '20'

const parseShow = (value: string | null): Show => (value === 'unread' || value === 'selling' ? value : undefined)

const fetchPage = (client: Client, show: Show, cursor?: string) =>
  client.page('GET /chats', { query: { limit: pageSize, show, cursor } })

/** Fetches the newest conversations: all, unread ones with `?show=unread`, about own bikes with `?show=selling`. */
export const fetchChatList = async (client: Client, url: string): Promise<ChatListData> => {
  const show = getShow(url)
  return { first: await fetchPage(client, show), show, nowMs: Date.now() }
}

/** Which conversations this address shows. */
export const getShow = (url: string): Show => parseShow(new URL(url).searchParams.get('show'))

/** The time of a message of the last day, otherwise its day. */
const useWhen = () => {
  const { times } = useMessages(dealMessages)
  return (iso: string, nowMs: number) =>
    nowMs - new Date(iso).getTime() < dayMs ? times.clock(iso) : times.shortDay(iso)
}

/** The newest message in one line; of an offer who named which price. */
const useLastText = () => {
  const { list } = useMessages(chatMessages)
  const { inList } = useMessages(offerMessages)
  const { taka } = useFormat()
  return ({ isMine, text, offer }: ChatSummary['last']): string => {
    if (!offer) return isMine ? list.you(text) : text
    if (offer.state === 'accepted') return inList.accepted(taka(offer.price))
    return isMine ? inList.mine(taka(offer.price)) : inList.theirs(taka(offer.price))
  }
}

type ThreadProps = { chat: ChatSummary; nowMs: number; show: Show; isCurrent: boolean }

const Thread = ({ chat, nowMs, show, isCurrent }: ThreadProps) => {
  const { list } = useMessages(chatMessages)
  const { count } = useFormat()
  const formatWhen = useWhen()
  const toLastText = useLastText()
  const { last, unread } = chat
  return (
    <li>
      <Link
        className={`thread${unread > 0 ? ' thread--new' : ''}`}
        aria-current={isCurrent ? 'true' : undefined}
        to={`/dashboard/chats/${chat._id}${show === undefined ? '' : `?show=${show}`}`}
      >
        <Picture src={chat.image} alt="" sizes="72px" />
        <span className="thread__text">
          <b>{chat.otherName}</b>
          <small>
            <span translate="no">{chat.productName}</span>
            {chat.side === 'seller' && ` · ${list.yourBike}`}
          </small>
          <span className="thread__last" dir="auto">
            {toLastText(last)}
          </span>
        </span>
        <span className="thread__end">
          <time className="num" dateTime={last.at}>
            {formatWhen(last.at, nowMs)}
          </time>
          {unread > 0 && (
            <span className="badge badge--warn">
              <span aria-hidden>{count(unread)}</span>
              <span className="sr-only">{list.newCount(unread)}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

const Empty = ({ show }: { show: Show }) => {
  const { list } = useMessages(chatMessages)
  if (show !== undefined)
    return (
      <p>
        {list.noneText}{' '}
        <Link className="link" to="/dashboard/chats">
          {list.showAll}
        </Link>
      </p>
    )
  const action = (
    <Link className="btn btn--primary" to="/bikes">
      {list.emptyAction}
    </Link>
  )
  return (
    <EmptyState heading={list.emptyHeading} action={action}>
      {list.emptyText}
    </EmptyState>
  )
}

type ThreadsProps = ChatListData & {
  /** The conversation that is open beside the list. */
  currentId?: string
}

/** The first page, and those that were asked for with "Show more". */
export const Threads = ({ first, show, nowMs, currentId }: ThreadsProps) => {
  const { list } = useMessages(chatMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const [older, setOlder] = useState<Page<ChatSummary>>({ items: [], next: first.next })
  const { next } = older
  if (first.items.length === 0) return <Empty show={show} />
  const firstIds = new Set(first.items.map(({ _id }) => _id))
  const items = [...first.items, ...older.items.filter(({ _id }) => !firstIds.has(_id))]
  const showMore = (cursor: string) =>
    run(async () => {
      const page = await fetchPage(client, show, cursor)
      setOlder({ items: [...older.items, ...page.items], next: page.next })
    })
  return (
    <>
      <ul className="threads">
        {items.map((chat) => (
          <Thread key={chat._id} chat={chat} nowMs={nowMs} show={show} isCurrent={chat._id === currentId} />
        ))}
      </ul>
      {next !== null && (
        <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={() => showMore(next)}>
          {list.more}
        </button>
      )}
    </>
  )
}

/** Which conversations are listed; their links keep the conversation that is open. */
export const Filters = ({ show }: { show: Show }) => {
  const { list } = useMessages(chatMessages)
  const entries = [
    [undefined, list.all],
    ['unread', list.unread],
    ['selling', list.selling],
  ] as const
  return (
    <nav className="chips" aria-label={list.filters}>
      {entries.map(([value, text]) => (
        <Link
          key={text}
          className={`chip${value === show ? ' chip--on' : ''}`}
          aria-current={value === show ? 'true' : undefined}
          to={value === undefined ? '/dashboard/chats' : `?show=${value}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
