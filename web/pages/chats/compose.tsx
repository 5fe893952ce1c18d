import { Send } from 'lucide'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cleanTyped } from '#contract/typed-text/clean-typed.ts'
import { useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { Icon } from '#web/ui/icon.tsx'

const maxLength = 1_000

type Props = {
  side: 'buyer' | 'seller'
  onSend: (text: string) => void
  /** Opens the form of an offer; undefined while none can be made. */
  onOffer?: (() => void) | undefined
  children?: ReactNode
}

/** Enter sends, except on a phone, whose Enter makes a new line: its keyboard covers half of the screen. */
const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && !matchMedia('(pointer: coarse)').matches

type ReadyProps = Pick<Props, 'side' | 'onOffer'> & { onChoose: (text: string) => void }

const ReadyTexts = ({ side, onOffer, onChoose }: ReadyProps) => {
  const { make } = useMessages(offerMessages)
  const { ready, readyTexts } = useMessages(chatMessages)
  return (
    <div className="chips" role="group" aria-label={ready[side]}>
      {onOffer && (
        <button className="chip chip--offer" type="button" onClick={onOffer}>
          {make}
        </button>
      )}
      {readyTexts[side].map((text) => (
        <button key={text} className="chip" type="button" onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  )
}

/** Filled as soon as something is written. */
const SendButton = ({ isEmpty }: { isEmpty: boolean }) => {
  const { send } = useMessages(chatMessages)
  return (
    <button className={`btn ${isEmpty ? 'btn--line' : 'btn--primary'}`} type="submit" aria-label={send}>
      <Icon of={Send} size={20} />
    </button>
  )
}

/** The field at the thumb, with ready texts as chips. A chip fills the field, so that it can be changed. */
export const Compose = ({ side, onSend, onOffer, children }: Props) => {
  const messages = useMessages(chatMessages)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const change = (next: string) => {
    setText(next)
    setIsMissing(false)
  }
  const send = () => {
    const cleaned = cleanTyped(text, 'paragraphs')
    setIsMissing(cleaned === '')
    field.current?.focus()
    if (cleaned === '') return
    onSend(cleaned)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }
  const fill = (ready: string) => {
    change(ready)
    field.current?.focus()
  }
  return (
    <form
      className="compose"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {children}
      <ReadyTexts side={side} onOffer={onOffer} onChoose={fill} />
      <div className="compose__line">
        <label className="sr-only" htmlFor="chat-message">
          {messages.write}
        </label>
        <textarea
          ref={field}
          id="chat-message"
          className="input"
          rows={1}
          maxLength={maxLength}
          placeholder={messages.write}
          value={text}
          autoComplete="off"
          aria-invalid={isMissing}
          aria-describedby={isMissing ? 'chat-message-error' : undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <SendButton isEmpty={text.trim() === ''} />
      </div>
      {isMissing && (
        <p className="compose__error" id="chat-message-error" role="alert">
          {messages.missing}
        </p>
      )}
    </form>
  )
}
