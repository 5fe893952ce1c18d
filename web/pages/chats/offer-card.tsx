// The card of an offer in its conversation: the amount, what became of it, and what this side can do.
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { toast } from '#web/ui/toast.ts'
import type { Chat, ChatMessage } from './chat-types.ts'

type Offer = NonNullable<ChatMessage['offer']>
type Props = { offer: Offer; chat: Chat; nowMs: number; onCounter: () => void }

const hourMs = 60 * 60_000

/** Accepts after a question, because the bike is promised then. */
const AcceptDialog = ({ offer, chat, onClose }: Pick<Props, 'offer' | 'chat'> & { onClose: () => void }) => {
  const messages = useMessages(offerMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const accept = messages.accept(taka(offer.price))
  const send = async () => {
    await client('PUT /offers/:id', { params: { id: offer._id }, body: { act: 'accept' } })
    return messages.confirm.done
  }
  const texts = { missing: {}, close: messages.close, save: accept, saving: messages.sending }
  return (
    <FormDialog heading={accept} messages={texts} fields={[]} send={send} onClose={onClose} cancelText={messages.close}>
      {() => <p className="lead">{messages.confirm[chat.side](toFirstName(chat.otherName))}</p>}
    </FormDialog>
  )
}

/** The buttons of the side that answers. */
const AnswerButtons = ({ offer, chat, onCounter }: Omit<Props, 'nowMs'>) => {
  const messages = useMessages(offerMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const [isAsking, setIsAsking] = useState(false)
  const refuse = () =>
    run(async () => {
      await client('PUT /offers/:id', { params: { id: offer._id }, body: { act: 'refuse' } })
      toast.success(messages.refused(toFirstName(chat.otherName)))
      await revalidate()
    })
  return (
    <div className="offer__acts">
      <button className="btn btn--primary" type="button" onClick={() => setIsAsking(true)}>
        {messages.accept(taka(offer.price))}
      </button>
      {chat.offering === 'open' && (
        <button className="btn btn--line" type="button" onClick={onCounter}>
          {messages.another}
        </button>
      )}
      <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={refuse}>
        {messages.refuse}
      </button>
      {isAsking && <AcceptDialog offer={offer} chat={chat} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

/** The button of the side that waits. */
const WithdrawButton = ({ offer }: Pick<Props, 'offer'>) => {
  const messages = useMessages(offerMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const withdraw = () =>
    run(async () => {
      await client('PUT /offers/:id', { params: { id: offer._id }, body: { act: 'withdraw' } })
      toast.success(messages.withdrawn)
      await revalidate()
    })
  return (
    <div className="offer__acts">
      <button className="btn btn--line wide" type="button" aria-busy={isBusy} onClick={withdraw}>
        {messages.withdraw}
      </button>
    </div>
  )
}

/** Until when an accepted price is kept, and the way to its deal. */
const AgreedPart = ({ offer, chat }: Pick<Props, 'offer' | 'chat'>) => {
  const messages = useMessages(offerMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const { deal } = offer
  if (!deal || deal.isOver) return null
  const when = deal.bookUntil === null ? null : times.at(deal.bookUntil)
  const isToBook = chat.side === 'buyer' && when !== null
  return (
    <>
      {when !== null && (
        <p className="offer__sub">
          {chat.side === 'buyer'
            ? messages.keptUntil(when, taka(chat.price))
            : messages.untilSeller(toFirstName(chat.otherName), when)}
        </p>
      )}
      <div className="offer__acts">
        <Link className={`btn ${isToBook ? 'btn--primary' : 'btn--line wide'}`} to={toDealPath(deal._id)}>
          {isToBook ? messages.book(taka(offer.price)) : messages.seeDeal}
        </Link>
      </div>
    </>
  )
}

/** One word about an offer, or how long it is open. */
const useStateText = ({ state, expiresAt, deal }: Offer, nowMs: number): string => {
  const { states, left, timeOver } = useMessages(offerMessages)
  const { count } = useFormat()
  if (state === 'accepted' && deal?.isOver === true) return timeOver
  if (state !== 'open') return states[state]
  return left(count(Math.max(1, Math.ceil((new Date(expiresAt).getTime() - nowMs) / hourMs))))
}

const getTone = ({ state, deal }: Offer): string => {
  if (state === 'open') return ''
  return state === 'accepted' && deal?.isOver !== true ? ' offer--yes' : ' offer--done'
}

/** An offer: large while it is open or agreed, small when it is done. */
export const OfferCard = ({ offer, chat, nowMs, onCounter }: Props) => {
  const messages = useMessages(offerMessages)
  const { taka } = useFormat()
  const stateText = useStateText(offer, nowMs)
  const name = toFirstName(chat.otherName)
  const isOpen = offer.state === 'open' && chat.writing === 'open'
  const who = isOpen
    ? offer.isMine
      ? messages.yourOffer
      : messages.theirOffer(name)
    : offer.isMine
      ? messages.youOffered
      : messages.theyOffered(name)
  const belowTaka = chat.price - offer.price
  return (
    <div className={`offer offer--${offer.isMine ? 'me' : 'them'}${getTone(offer)}`}>
      <p className="offer__top">
        <span>{who}</span>
        <span className="badge badge--plain">{stateText}</span>
      </p>
      <p className="offer__sum num">{taka(offer.price)}</p>
      {isOpen && belowTaka >= 0 && (
        <p className="offer__sub">{belowTaka > 0 ? messages.below(taka(belowTaka)) : messages.fullPrice}</p>
      )}
      {isOpen && offer.isMine && <WithdrawButton offer={offer} />}
      {isOpen && !offer.isMine && <AnswerButtons offer={offer} chat={chat} onCounter={onCounter} />}
      {offer.state === 'accepted' && <AgreedPart offer={offer} chat={chat} />}
    </div>
  )
}
