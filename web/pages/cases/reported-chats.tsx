import { useFormat, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { CaseDetail } from './case-detail.ts'

type ReportedChat = CaseDetail['chats'][number]

const Conversation = ({ chat }: { chat: ReportedChat }) => {
  const { chat: texts } = useMessages(caseMessages).queue
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const names = { buyer: chat.buyerName, seller: chat.sellerName }
  return (
    <>
      <h3>
        {texts.heading} · <span translate="no">{chat.productName}</span>
      </h3>
      <p>{texts.note}</p>
      <p>
        {texts.about}: <b translate="no">{names[chat.reportedSide]}</b>, {texts.sides[chat.reportedSide]}
      </p>
      <ul>
        {chat.messages.map(({ number, side, text, price, at }) => (
          <li key={number}>
            <b translate="no">{names[side]}</b>, {texts.sides[side]} · {times.at(at)}
            <p dir="auto">{price === null ? text : texts.offers(taka(price))}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The conversations of a case, as they were written. */
export const ReportedChats = ({ chats }: { chats: ReportedChat[] }) =>
  chats.map((chat) => <Conversation key={chat._id} chat={chat} />)
