import { EyeOff, ShieldAlert } from 'lucide'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { ChatMessage } from './chat-types.ts'
import type { Outgoing } from './use-outgoing.ts'

/** Nearer than this to the end, the reader is at the newest message. */
const nearEndPx = 48

const SystemLine = ({ icon, children }: { icon: typeof EyeOff; children: ReactNode }) => (
  <p className="sysline">
    <Icon of={icon} size={18} />
    <span>{children}</span>
  </p>
)

type MessageProps = { message: ChatMessage; otherName: string; isRead: boolean }

const Message = ({ message, otherName, isRead }: MessageProps) => {
  const messages = useMessages(chatMessages)
  const { times } = useMessages(dealMessages)
  const { isMine, text, at } = message
  return (
    <div className={`msg${isMine ? ' msg--me' : ''}`}>
      <p dir="auto">
        <span className="sr-only">{isMine ? messages.own : messages.sentBy(toFirstName(otherName))} </span>
        {text}
      </p>
      <small>
        <time dateTime={at}>{times.clock(at)}</time>
        {isRead && <span>· {messages.read}</span>}
      </small>
    </div>
  )
}

/** A message that is not stored yet. */
const OutgoingMessage = ({ one, onRetry }: { one: Outgoing; onRetry: (one: Outgoing) => void }) => {
  const messages = useMessages(chatMessages)
  return (
    <div className={`msg msg--me ${one.state === 'failed' ? 'msg--bad' : 'msg--wait'}`}>
      <p dir="auto">{one.text}</p>
      <small role={one.state === 'failed' ? 'alert' : undefined}>
        {one.state === 'failed' ? `${messages.failed} ${one.error ?? ''}` : messages[one.state]}
        {one.state !== 'sending' && (
          <button className="note__retry" type="button" onClick={() => onRetry(one)}>
            {messages.sendAgain}
          </button>
        )}
      </small>
    </div>
  )
}

/** Stays at the newest message unless the reader has scrolled up; then counts what arrives below. */
const useStayAtEnd = (newestNumber: number, outgoingCount: number) => {
  const body = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [numberAtEnd, setNumberAtEnd] = useState(newestNumber)
  const scrollToEnd = () => body.current?.scrollTo(0, body.current.scrollHeight)
  const onScroll = () => {
    const element = body.current
    if (!element) return
    setIsAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx)
    setNumberAtEnd((before) => (isAtEnd ? newestNumber : before))
  }
  // Whoever sends a message looks at it.
  const placeOfEnd = `${isAtEnd ? newestNumber : ''}/${outgoingCount}`
  useLayoutEffect(() => {
    if (placeOfEnd !== '/0') body.current?.scrollTo(0, body.current.scrollHeight)
  }, [placeOfEnd])
  return { body, onScroll, scrollToEnd, newCount: isAtEnd ? 0 : Math.max(0, newestNumber - numberAtEnd) }
}

type Props = {
  side: 'buyer' | 'seller'
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  otherName: string
  otherSeen: number
  /** Contact details are hidden from both. */
  isMasking: boolean
  older: ReactNode
  onRetry: (one: Outgoing) => void
  /** Renders the card of a message that is an offer. */
  renderOffer?: (message: ChatMessage) => ReactNode
  children: (newMessages: ReactNode) => ReactNode
}

/** The messages, newest at the bottom; `children` get the button that leads to what arrived below. */
export const ChatLog = (props: Props) => {
  const { side, messages, outgoing, otherName, otherSeen, isMasking, older, onRetry, renderOffer, children } = props
  const texts = useMessages(chatMessages)
  const { times } = useMessages(dealMessages)
  const { body, onScroll, scrollToEnd, newCount } = useStayAtEnd(messages.at(-1)?.number ?? 0, outgoing.length)
  const lastRead = messages.filter(({ isMine, number }) => isMine && number <= otherSeen).at(-1)?.number
  const lastMasked = isMasking ? messages.filter((message) => message.isMasked).at(-1)?.number : undefined
  return (
    <>
      {/* Keyboards scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={body} className="talk__body" role="log" aria-label={texts.log} tabIndex={0} onScroll={onScroll}>
        <SystemLine icon={ShieldAlert}>{texts.safety[side]}</SystemLine>
        {older}
        {messages.length === 0 && outgoing.length === 0 && (
          <p className="talk__day">{texts.first(toFirstName(otherName))}</p>
        )}
        {messages.map((message, index) => (
          <div key={message.number} className="talk__entry">
            {times.day(message.at) !== times.day(messages[index - 1]?.at ?? '1970-01-01T00:00:00Z') && (
              <p className="talk__day">{times.longDay(message.at)}</p>
            )}
            {message.offer ? (
              renderOffer?.(message)
            ) : (
              <Message message={message} otherName={otherName} isRead={message.number === lastRead} />
            )}
            {message.number === lastMasked && <SystemLine icon={EyeOff}>{texts.masked}</SystemLine>}
          </div>
        ))}
        {outgoing.map((one) => (
          <OutgoingMessage key={one.clientId} one={one} onRetry={onRetry} />
        ))}
      </div>
      {children(
        newCount > 0 && (
          <button className="btn btn--primary talk__new" type="button" onClick={scrollToEnd}>
            {texts.newMessages(newCount)}
          </button>
        ),
      )}
    </>
  )
}
