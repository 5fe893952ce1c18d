import { useEffect, useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { suggestPrices } from './suggest-prices.ts'
import type { Chat, ChatMessage } from './chat-types.ts'

type About = Pick<Chat, 'productId' | 'side' | 'otherName' | 'price' | 'minOffer' | 'maxOffer'>

type Props = {
  about: About
  /** Sends the offer in Taka; an error that it throws is shown in the dialog. */
  onSend: (price: number) => Promise<ChatMessage>
  onClose: () => void
}

/** What similar bikes cost, for both sides to judge the price by. An offer can be made without it, so an error shows nothing. */
const SimilarPrices = ({ productId }: Pick<Chat, 'productId'>) => {
  const { similar } = useMessages(offerMessages)
  const { client } = useApp()
  const { taka, count } = useFormat()
  const [text, setText] = useState('')
  useEffect(() => {
    const load = async () => {
      const result = await toLoadResult(client('GET /worth/:productId', { params: { productId } }, { as: 'anyone' }))
      if (result.ok && result.value.range)
        setText(similar(taka(result.value.range.low), count(result.value.range.high)))
    }
    void load()
  }, [client, productId, similar, taka, count])
  // The line has its height before it has its text, so that nothing below it moves.
  return <p className="hint">{text || '\u00a0'}</p>
}

type QuickProps = { about: About; price: number | null; onChoose: (taka: number) => void }

const QuickAmounts = ({ about, price, onChoose }: QuickProps) => {
  const { quick, less } = useMessages(offerMessages)
  const { taka, count } = useFormat()
  const { minOffer: minTaka, maxOffer: maxTaka } = about
  return (
    <div className="trio" role="group" aria-label={quick}>
      {suggestPrices(about.price, { minTaka, maxTaka }).map((one) => (
        <button key={one.percent} type="button" aria-pressed={price === one.taka} onClick={() => onChoose(one.taka)}>
          <span className="num">{taka(one.taka)}</span>
          <small>{less(count(one.percent))}</small>
        </button>
      ))}
    </div>
  )
}

/** A form for the price that this side offers, with quick amounts. */
export const OfferDialog = ({ about, onSend, onClose }: Props) => {
  const messages = useMessages(offerMessages)
  const { taka } = useFormat()
  const [typed, setTyped] = useState('')
  const name = toFirstName(about.otherName)
  const send = async (form: FormData) => {
    const { offer } = await onSend(parseWholeNumber(getFormText(form, 'price')) ?? 0)
    return offer?.state === 'accepted' ? messages.acceptedAtOnce : messages.sent(name)
  }
  const texts = { ...messages, save: messages.send, saving: messages.sending }
  return (
    <FormDialog
      heading={messages.heading}
      messages={texts}
      fields={['price']}
      send={send}
      onClose={onClose}
      cancelText={messages.close}
    >
      {(problems) => (
        <>
          <p className="lead">
            {about.side === 'buyer' ? messages.asks(name, taka(about.price)) : messages.yours(taka(about.price))}
          </p>
          <SimilarPrices productId={about.productId} />
          <QuickAmounts about={about} price={parseWholeNumber(typed)} onChoose={(one) => setTyped(String(one))} />
          <div className="sum">
            <Field
              id="offer-price"
              name="price"
              type="text"
              inputMode="numeric"
              maxLength={20}
              autoComplete="off"
              label={messages.label}
              hint={messages.hint(name, taka(about.minOffer), taka(about.maxOffer))}
              problem={problems.price}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              before={
                <span className="affix__pre" aria-hidden>
                  ৳
                </span>
              }
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
