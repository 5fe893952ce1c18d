import { useState } from 'react'
import type { z } from 'zod'
import type { DealRatings as DealRatingsShape } from '#contract/deals/ratings.ts'
import { ActDialog } from '#web/components/deals/act-dialog.tsx'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { type FactLabels, RatingSummary, RatingText } from '#web/components/rating-facts.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { ratingMessages } from '#web/i18n/en/ratings.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'

export type LoadedRatings = z.output<typeof DealRatingsShape>
type Props = { deal: Deal; ratings: LoadedRatings }

const factNames = ['asDescribed', 'onTime', 'papersReady', 'friendly'] as const
const maxWords = 500

/** Four questions and words about the other side. */
const RatingDialog = ({ deal, onClose }: { deal: Deal; onClose: () => void }) => {
  const messages = useMessages(ratingMessages)
  const { client } = useApp()
  const questions = messages.questions[deal.side === 'buyer' ? 'buyer' : 'seller']
  const send = async (form: FormData) => {
    const words = getFormText(form, 'words').trim()
    const says = (fact: (typeof factNames)[number]) => getFormText(form, fact) === 'yes'
    const { isShown } = await client('POST /deals/:id/ratings', {
      params: { id: deal._id },
      body: {
        asDescribed: says('asDescribed'),
        onTime: says('onTime'),
        papersReady: says('papersReady'),
        friendly: says('friendly'),
        ...(words !== '' && { words }),
      },
    })
    return isShown ? messages.givenBoth : messages.given
  }
  const choices = [
    { value: 'yes', label: messages.yes },
    { value: 'no', label: messages.no },
  ]
  return (
    <ActDialog
      heading={messages.open(toFirstName(deal.otherName))}
      submit={messages.submit}
      messages={messages}
      fields={[...factNames, 'words']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {factNames.map((fact) => (
            <RadioBoxes
              key={fact}
              name={fact}
              legend={questions[fact]}
              choices={choices}
              problem={problems[fact]}
              isRequired
            />
          ))}
          <TextField
            id="rating-words"
            name="words"
            label={messages.words}
            optional={messages.optional}
            hint={messages.hint}
            rows={3}
            maxLength={maxWords}
            problem={problems['words']}
          />
          <p className="terms">{messages.final}</p>
        </>
      )}
    </ActDialog>
  )
}

const ReplyDialog = ({ deal, onClose }: { deal: Deal; onClose: () => void }) => {
  const messages = useMessages(ratingMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    await client('PUT /deals/:id/ratings', { params: { id: deal._id }, body: { reply: getFormText(form, 'reply') } })
    return messages.replied
  }
  return (
    <ActDialog
      heading={messages.replyLabel}
      submit={messages.reply}
      messages={messages}
      fields={['reply']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <TextField
          id="rating-reply"
          name="reply"
          label={messages.replyLabel}
          hint={`${messages.replyHint} ${messages.hint}`}
          rows={3}
          maxLength={maxWords}
          problem={problems['reply']}
        />
      )}
    </ActDialog>
  )
}

type MineProps = {
  mine: NonNullable<LoadedRatings['mine']>
  name: string
  until: string
  labels: FactLabels | undefined
}

const Mine = ({ mine, name, until, labels }: MineProps) => {
  const messages = useMessages(ratingMessages)
  return (
    <>
      <h3>{messages.mine}</h3>
      <RatingText rating={mine} labels={labels} />
      {mine.shownWords !== null && mine.shownWords !== mine.words && (
        <p className="terms">
          {messages.masked} <span dir="auto">{mine.shownWords}</span>
        </p>
      )}
      <p className="terms">{mine.isShown ? messages.shown : messages.waits(name, until)}</p>
    </>
  )
}

/** Ratings of the deal: asking for one, the own one, and that of the other side once it is shown. */
export const DealRatings = ({ deal, ratings: { mayRate, until, mine, theirs, mayReply, other } }: Props) => {
  const messages = useMessages(ratingMessages)
  const format = useFormatDay()
  const [opened, setOpened] = useState<'rating' | 'reply' | null>(null)
  const name = toFirstName(deal.otherName)
  // The day in Dhaka, which is six hours ahead.
  const untilDay = until === null ? '' : format(new Date(Date.parse(until) + 6 * 3_600_000).toISOString().slice(0, 10))
  const [ofMe, ofOther] = deal.side === 'buyer' ? [messages.buyerFacts, undefined] : [undefined, messages.buyerFacts]
  const hasRecord = other.ratings > 0 || other.noShows > 0
  if (until === null && !hasRecord) return null
  return (
    <section className="panel ratings" id="ratings" aria-labelledby="ratings-heading">
      <h2 className="h3" id="ratings-heading">
        {mayRate ? messages.ask(name) : messages.heading}
      </h2>
      {mayRate && (
        <>
          <p>{messages.lead(name, untilDay)}</p>
          <button className="btn btn--line" type="button" onClick={() => setOpened('rating')}>
            {messages.open(name)}
          </button>
        </>
      )}
      {until !== null && !mayRate && mine === null && <p>{messages.over}</p>}
      {mine !== null && <Mine mine={mine} name={name} until={untilDay} labels={ofOther} />}
      {theirs !== null && (
        <>
          <h3>{messages.theirs(name)}</h3>
          <RatingText rating={theirs} labels={ofMe} />
          {mayReply && (
            <button className="btn btn--line" type="button" onClick={() => setOpened('reply')}>
              {messages.reply}
            </button>
          )}
        </>
      )}
      {hasRecord && (
        <>
          <h3>{messages.record(name)}</h3>
          <RatingSummary counts={other} labels={ofOther} />
        </>
      )}
      {opened === 'rating' && <RatingDialog deal={deal} onClose={() => setOpened(null)} />}
      {opened === 'reply' && <ReplyDialog deal={deal} onClose={() => setOpened(null)} />}
    </section>
  )
}
