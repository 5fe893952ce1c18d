import { useEffect, useEffectEvent, useRef } from 'react'
import { maxPlaceCharacters } from '#contract/deals/text-lengths.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { ActDialog, type DialogProps } from '#web/components/deals/act-dialog.tsx'
import { ReasonChoices } from './reason-choices.tsx'

/** The typed price in Taka; 0 for something else, which the API refuses with its sentence. */
const readPrice = (form: FormData): number => parseWholeNumber(getFormText(form, 'price')) ?? 0

const PriceField = ({ label, problem }: { label: string; problem: string | undefined }) => (
  <Field
    id="deal-price"
    name="price"
    type="text"
    inputMode="numeric"
    maxLength={20}
    autoComplete="off"
    label={label}
    problem={problem}
    before={
      <span className="affix__pre" aria-hidden>
        ৳
      </span>
    }
  />
)

/** Proposes another price. */
export const PriceDialog = ({ deal, onClose }: DialogProps) => {
  const { price: messages } = useMessages(dealActMessages)
  const { client } = useApp()
  const { taka } = useFormat()
  const name = toFirstName(deal.otherName)
  const send = async (form: FormData) => {
    await client('PUT /deals/:id/price', { params: { id: deal._id }, body: { price: readPrice(form) } })
    return messages.success(name)
  }
  const offered =
    deal.offeredPrice === null
      ? null
      : deal.offeredBy === deal.side
        ? messages.offeredByMe(taka(deal.offeredPrice))
        : messages.offered(name, taka(deal.offeredPrice))
  return (
    <ActDialog
      heading={messages.heading}
      submit={messages.submit}
      messages={messages}
      fields={['price']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {offered !== null && <p className="lead">{offered}</p>}
          <p className="lead">{messages.lead(name)}</p>
          <PriceField label={messages.label} problem={problems.price} />
        </>
      )}
    </ActDialog>
  )
}

/** The buyer says whether the cash amount that the seller entered is right. */
export const CashDialog = ({ deal, onClose }: DialogProps) => {
  const { cash, outcome, answer } = useMessages(dealActMessages)
  const { client } = useApp()
  const { taka } = useFormat()
  const send = async (form: FormData) => {
    const right = getFormText(form, 'right') === 'yes'
    await client('PUT /deals/:id/cash', { params: { id: deal._id }, body: { right } })
    return right ? cash.successRight : cash.successWrong
  }
  const heading = cash.heading(taka(deal.cash ?? 0))
  return (
    <ActDialog
      heading={heading}
      submit={outcome.submit}
      messages={{ missing: { right: outcome.missing.outcome } }}
      fields={['right']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="lead">{cash.lead}</p>
          <ReasonChoices
            name="right"
            legend={answer}
            choices={{ yes: cash.right, no: cash.wrong }}
            problem={problems.right}
            isRequired
          />
        </>
      )}
    </ActDialog>
  )
}

/** The seller says that the bike was bought for cash. */
export const CashSaleDialog = ({ deal, onClose }: DialogProps) => {
  const { cashSale } = useMessages(dealActMessages)
  const { client } = useApp()
  const name = toFirstName(deal.otherName)
  const send = async (form: FormData) => {
    await client('PUT /deals/:id/outcome', {
      params: { id: deal._id },
      body: { outcome: 'bought_for_cash', price: readPrice(form) },
    })
    return cashSale.success(name)
  }
  return (
    <ActDialog
      heading={cashSale.heading}
      submit={cashSale.submit}
      messages={cashSale}
      fields={['price']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="lead">{cashSale.lead(name)}</p>
          <PriceField label={cashSale.label} problem={problems.price} />
        </>
      )}
    </ActDialog>
  )
}

/** The buyer answers whether the bike was bought for cash. */
export const CashSaleAnswerDialog = ({ deal, onClose }: DialogProps) => {
  const { cashSale, outcome, buttons } = useMessages(dealActMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    const isBought = getFormText(form, 'bought') === 'yes'
    await client('PUT /deals/:id/outcome', {
      params: { id: deal._id },
      body: { outcome: isBought ? 'bought_for_cash' : 'not_bought' },
    })
    return isBought ? cashSale.successYes : cashSale.successNo
  }
  return (
    <ActDialog
      heading={buttons.answerCashSale}
      submit={outcome.submit}
      messages={{ missing: { bought: outcome.missing.outcome } }}
      fields={['bought']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <ReasonChoices
          name="bought"
          legend={cashSale.question(toFirstName(deal.otherName))}
          choices={{ yes: cashSale.yes, no: cashSale.no }}
          problem={problems.bought}
          isRequired
        />
      )}
    </ActDialog>
  )
}

/** The field of the buyer's number: the one of the last booking is filled in, unless something was typed meanwhile. */
const useLastNumber = () => {
  const { client } = useApp()
  const field = useRef<HTMLInputElement>(null)
  const fill = useEffectEvent(async () => {
    if (field.current?.value !== '') return
    const [last] = await client('GET /bookings', { query: { limit: '1' } })
    // As a number is said in Bangladesh.
    if (last && field.current?.value === '') field.current.value = last.contactNumber.replace(/^\+880/, '0')
  })
  // Without an answer the number is typed.
  useEffect(() => void fill().catch(() => {}), [])
  return field
}

/** Number and place of a bike that was paid from the wishlist, or that is booked at the price of an accepted offer. */
export const ContactDialog = ({ deal, onClose }: DialogProps) => {
  const { contact } = useMessages(dealActMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const numberField = useLastNumber()
  const offerId = deal.bookUntil === null ? null : deal.offerId
  const send = async (form: FormData) => {
    const where = {
      contactNumber: getFormText(form, 'contactNumber'),
      meetingLocation: getFormText(form, 'meetingLocation'),
    }
    if (offerId === null) await client('PUT /deals/:id/contact', { params: { id: deal._id }, body: where })
    else
      await client('POST /bookings', {
        body: { ...where, producId: deal.productId, salePrice: deal.price, offerId },
      })
    return offerId === null ? contact.success : contact.booked
  }
  return (
    <ActDialog
      heading={offerId === null ? contact.heading : contact.bookHeading(taka(deal.price))}
      submit={offerId === null ? contact.submit : contact.book}
      messages={contact}
      fields={['contactNumber', 'meetingLocation']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="lead">{offerId === null ? contact.lead : contact.bookLead}</p>
          <Field
            ref={numberField}
            id="deal-number"
            name="contactNumber"
            type="tel"
            inputMode="numeric"
            autoComplete="tel"
            maxLength={40}
            label={contact.number}
            defaultValue={deal.buyerNumber ?? ''}
            problem={problems.contactNumber}
          />
          <Field
            id="deal-place"
            name="meetingLocation"
            type="text"
            maxLength={maxPlaceCharacters}
            label={contact.place}
            defaultValue={deal.meetPlace ?? ''}
            problem={problems.meetingLocation}
          />
        </>
      )}
    </ActDialog>
  )
}
