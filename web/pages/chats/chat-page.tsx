import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { toPageResult } from '#web/components/load-page.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { createId } from '#web/lib/create-id.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddToAdvertisement, useUnadvertisedFact } from './add-to-advertisement.tsx'
import { BlockButton, ChatHead, ReportChatButton } from './chat-head.tsx'
import { type ChatListData, fetchChatList, Filters, Threads } from './chat-list.tsx'
import { ChatLog } from './chat-log.tsx'
import { ChatStyles } from './chat-styles.tsx'
import type { Chat, ChatMessage } from './chat-types.ts'
import { Compose } from './compose.tsx'
import { mergeMessages, takeNewestRun } from './merge-messages.ts'
import { OfferCard } from './offer-card.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { useOutgoing } from './use-outgoing.ts'

const pageSize = '50'
/** How often the conversation is loaded, where the event stream does not tell of a new message. */
const pollMs = 15_000

// From this width the list of conversations stands beside the conversation; chats.css has the same.
const twoPanes = '(min-width: 62rem)'

/** Loads the conversation, its newest messages, and the list beside it. */
export const loader = async ({ context, params: { id = '' }, request: { url } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const fetchChat = async () => {
    const [list, chat, newest] = await Promise.all([
      window.matchMedia(twoPanes).matches ? fetchChatList(client, url) : null,
      client('GET /chats/:id', { params: { id } }),
      client('GET /chats/:id/messages', { params: { id }, query: { limit: pageSize } }),
    ])
    return { list, chat, newest, nowMs: Date.now() }
  }
  return toPageResult(fetchChat())
}

/** Loads the page again every 15 seconds while somebody looks at it. */
const usePolling = (): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, pollMs)
    return () => clearInterval(timer)
  }, [revalidate])
}

/** Says that the newest message was read, once for each, while somebody looks at the page. */
const useMarkRead = (chat: Chat, newestNumber: number): void => {
  const { client } = useApp()
  const said = useRef(0)
  const { _id: id, unread } = chat
  useEffect(() => {
    const say = () => {
      if (document.visibilityState !== 'visible' || unread === 0 || said.current >= newestNumber) return
      said.current = newestNumber
      // The message stays unread when this fails; the next one or the next visit says it.
      client('PUT /chats/:id/seen', { params: { id }, body: { number: newestNumber } }).catch(() => {
        said.current = 0
      })
    }
    say()
    document.addEventListener('visibilitychange', say)
    return () => document.removeEventListener('visibilitychange', say)
  }, [client, id, unread, newestNumber])
}

/** The messages that were loaded so far, and how to add some. */
const useLoadedMessages = (newest: ChatMessage[]) => {
  const [loaded, setLoaded] = useState({ newest, messages: newest })
  const add = useCallback(
    (messages: readonly ChatMessage[]) =>
      setLoaded((before) => ({ ...before, messages: mergeMessages(before.messages, messages) })),
    [],
  )
  // The page was loaded again: what it had before stays.
  if (loaded.newest !== newest) setLoaded({ newest, messages: mergeMessages(loaded.messages, newest) })
  return { messages: takeNewestRun(loaded.messages), add }
}

const OlderButton = ({
  chatId,
  before,
  onLoad,
}: {
  chatId: string
  before: number
  onLoad: (messages: ChatMessage[]) => void
}) => {
  const { older } = useMessages(chatMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const load = () =>
    run(async () => {
      const query = { limit: pageSize, cursor: String(before) }
      onLoad(await client('GET /chats/:id/messages', { params: { id: chatId }, query }))
    })
  return (
    <button className="btn btn--quiet talk__older" type="button" aria-busy={isBusy} onClick={load}>
      {older}
    </button>
  )
}

/** While an offer waits for an answer its card has the button that names another price. */
const hasOpenOffer = (messages: readonly ChatMessage[]): boolean =>
  messages.some(({ offer }) => offer?.state === 'open')

/** Why nothing can be written, in place of the field. */
const Shut = ({ chat, onChanged }: { chat: Chat; onChanged: () => void }) => {
  const { shut, block } = useMessages(chatMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const { _id: id, writing, otherName } = chat
  const unblock = () =>
    run(async () => {
      await client('PUT /chats/:id/block', { params: { id }, body: { blocked: false } })
      toast.success(block.undone)
      onChanged()
    })
  if (writing === 'open') return null
  return (
    <div className="compose compose--shut">
      <p>{writing === 'blocked' ? shut.blocked(toFirstName(otherName)) : shut[writing]}</p>
      {writing === 'blocked' && (
        <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={unblock}>
          {block.undo}
        </button>
      )}
    </div>
  )
}

/** Why no price can be offered, where it is not plain from the cards. */
const OfferingStrip = ({ chat: { offering, side, writing } }: { chat: Chat }) => {
  const { why } = useMessages(offerMessages)
  if (writing !== 'open' || (offering !== 'fixed' && offering !== 'tomorrow' && offering !== 'rounds')) return null
  return offering === 'fixed' && side === 'seller' ? null : <p className="strip">{why[offering]}</p>
}

/** Both agreed: numbers are shown, and the deal has them. */
const AgreedStrip = ({ chat: { areNumbersShown, dealId } }: { chat: Chat }) => {
  const { shown, seeDeal } = useMessages(chatMessages)
  if (!areNumbersShown || dealId === null) return null
  return (
    <p className="strip">
      {shown} <Link to={toDealPath(dealId)}>{seeDeal}</Link>
    </p>
  )
}

/** Whether the form of an offer is open; the page of a bike leads to it with `?offer`. */
const useOfferForm = (): [isOpen: boolean, setOpen: (isOpen: boolean) => void] => {
  const [params, setParams] = useSearchParams()
  const [isOpen, setIsOpen] = useState(params.has('offer'))
  const setOpen = (next: boolean) => {
    setIsOpen(next)
    if (params.has('offer')) setParams({}, { replace: true })
  }
  return [isOpen, setOpen]
}

type ConversationProps = { chat: Chat; newest: ChatMessage[]; nowMs: number }

const Conversation = ({ chat, newest, nowMs }: ConversationProps) => {
  const { title } = useMessages()
  const texts = useMessages(chatMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const { _id: id, writing } = chat
  const { messages, add } = useLoadedMessages(newest)
  const { text: factText, check } = useUnadvertisedFact(chat)
  const send = useCallback(
    async (body: { clientId: string; text: string }) => {
      add([await client('POST /chats/:id/messages', { params: { id }, body })])
      void check(body.text)
    },
    [client, id, add, check],
  )
  const { outgoing, add: write, retry } = useOutgoing(id, send)
  const [isOffering, setOffering] = useOfferForm()
  const offer = async (price: number) => {
    const message = await client('POST /chats/:id/offers', { params: { id }, body: { price, clientId: createId() } })
    add([message])
    return message
  }
  const [first] = messages
  useMarkRead(chat, messages.at(-1)?.number ?? 0)
  const reload = () => void revalidate()
  return (
    <section className="talk">
      <title>{title(texts.title(chat.otherName, chat.productName))}</title>
      <ChatHead about={chat}>
        <ReportChatButton chat={chat} />
        {writing !== 'blocked' && writing !== 'closed' && <BlockButton chat={chat} onChanged={reload} />}
      </ChatHead>
      <AgreedStrip chat={chat} />
      <OfferingStrip chat={chat} />
      <ChatLog
        side={chat.side}
        messages={messages}
        outgoing={outgoing}
        otherName={chat.otherName}
        otherSeen={chat.otherSeen}
        isMasking={!chat.areNumbersShown}
        older={first && first.number > 1 && <OlderButton chatId={id} before={first.number} onLoad={add} />}
        onRetry={retry}
        renderOffer={({ offer: made }) =>
          made && <OfferCard offer={made} chat={chat} nowMs={nowMs} onCounter={() => setOffering(true)} />
        }
      >
        {(newMessages) =>
          writing === 'open' ? (
            <Compose
              side={chat.side}
              onSend={write}
              onOffer={chat.offering === 'open' && !hasOpenOffer(messages) ? () => setOffering(true) : undefined}
            >
              {newMessages}
              {factText !== undefined && <AddToAdvertisement productId={chat.productId} text={factText} />}
            </Compose>
          ) : (
            <Shut chat={chat} onChanged={reload} />
          )
        }
      </ChatLog>
      {isOffering && chat.offering === 'open' && (
        <OfferDialog about={chat} onSend={offer} onClose={() => setOffering(false)} />
      )}
    </section>
  )
}

/** The list beside the conversation, on a wide screen. */
const ListPane = ({ list, currentId }: { list: ChatListData; currentId: string }) => {
  const { heading } = useMessages(chatMessages)
  return (
    <div className="panes__list" role="region" aria-label={heading}>
      <p className="panes__heading">{heading}</p>
      <Filters show={list.show} />
      <Threads key={list.show ?? 'all'} {...list} currentId={currentId} />
    </div>
  )
}

export default function ChatPage() {
  const { retry } = useMessages(chatMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  usePolling()
  return (
    <>
      <ChatStyles />
      {result.ok ? (
        <div className="panes panes--open">
          {result.value.list && <ListPane list={result.value.list} currentId={result.value.chat._id} />}
          <Conversation key={result.value.chat._id} {...result.value} />
        </div>
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
