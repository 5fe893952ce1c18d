import { Check, X } from 'lucide'
import { useMessages } from '#web/context/app-context.ts'
import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { Icon } from '#web/ui/icon.tsx'

type Messages = Namespaces['deals']
type Step = { key: string; title: string; at: string | null; isDone: boolean; isBad?: boolean; text?: string }

/** Requested, then the answer of the seller or the place in line. */
const listFirstSteps = (deal: Deal, { steps, ordinal, times }: Messages): Step[] => {
  const isBuyer = toMessageSide(deal.side) === 'buyer'
  const requested = { key: 'requested', title: steps.requested, at: deal.requestedAt, isDone: true }
  if (deal.acceptedAt !== null)
    return [requested, { key: 'accepted', title: steps.accepted, at: deal.acceptedAt, isDone: true }]
  const answer = {
    key: 'answer',
    title: isBuyer ? steps.sellersAnswer(toFirstName(deal.otherName)) : steps.answer,
    at: null,
    isDone: false,
    ...(deal.answerDueAt !== null && { text: times.at(deal.answerDueAt) }),
  }
  const line = { key: 'line', title: steps.inLine(ordinal(deal.linePlace ?? 1)), at: null, isDone: false }
  return [requested, ...(deal.linePlace === null ? [] : [line]), answer]
}

const hasMet = (deal: Deal): boolean => deal.handedOverAt !== null

/** Paid and meet, in the order in which they happened; both may be ahead. Who handed over without an agreed time has no meeting. */
const listMiddleSteps = (deal: Deal, { steps }: Messages): Step[] => {
  const isBuyer = toMessageSide(deal.side) === 'buyer'
  const meet = { key: 'meet', title: steps.meet, at: deal.meetAt, isDone: hasMet(deal), text: steps.meetText }
  const paid = {
    key: 'paid',
    title: steps.paid,
    at: deal.heldAt,
    isDone: deal.heldAt !== null,
    text: isBuyer ? steps.paidTextBuyer : steps.paidTextSeller(toFirstName(deal.otherName)),
  }
  if (deal.meetAt === null && hasMet(deal)) return [paid]
  return deal.heldAt === null ? [meet, paid] : [paid, meet]
}

const listLastSteps = (deal: Deal, { steps }: Messages): Step[] => {
  const isBuyer = toMessageSide(deal.side) === 'buyer'
  const name = toFirstName(deal.otherName)
  return [
    {
      key: 'handed-over',
      title: steps.handedOver,
      at: deal.handedOverAt,
      isDone: deal.handedOverAt !== null,
      text: isBuyer ? steps.handedOverTextBuyer(name) : steps.handedOverTextSeller(name),
    },
    {
      key: 'released',
      title: steps.released,
      at: deal.releasedAt,
      isDone: deal.releasedAt !== null,
      text: isBuyer ? steps.releasedTextBuyer(name) : steps.releasedTextSeller,
    },
  ]
}

/** The steps of a deal; one that ended shows what happened, then how it ended. */
export const listSteps = (deal: Deal, messages: Messages, endingTitle: string): Step[] => {
  const all = [...listFirstSteps(deal, messages), ...listMiddleSteps(deal, messages), ...listLastSteps(deal, messages)]
  if (deal.closedAt === null || deal.closeReason === 'released') return all
  const isBad = deal.closeReason !== 'sold_for_cash'
  const ending = { key: 'ended', title: endingTitle, at: deal.closedAt, isDone: !isBad, isBad }
  return [...all.filter(({ isDone }) => isDone), ending]
}

const getClassName = (step: Step, isNow: boolean): string =>
  step.isBad ? 'is-bad' : step.isDone ? 'is-done' : isNow ? 'is-now' : 'is-todo'

const Mark = ({ step, number }: { step: Step; number: string }) => {
  if (step.isBad) return <Icon of={X} size={16} />
  return step.isDone ? <Icon of={Check} size={16} /> : number
}

/** The steps of a deal as an ordered list; the one that comes next is said in words too. */
export const DealSteps = ({ deal, endingTitle }: { deal: Deal; endingTitle: string }) => {
  const messages = useMessages(dealMessages)
  const { steps: texts, times, list } = messages
  const steps = listSteps(deal, messages, endingTitle)
  const nowKey = steps.find(({ isDone, isBad }) => !isDone && isBad !== true)?.key
  return (
    <section className="deal__steps" aria-labelledby="steps">
      <h2 className="h3" id="steps">
        {texts.heading}
      </h2>
      <ol className="steps">
        {steps.map((step, index) => (
          <li key={step.key} className={getClassName(step, step.key === nowKey)}>
            <span className="mark" aria-hidden>
              <Mark step={step} number={list.count(index + 1)} />
            </span>
            <div>
              <b>
                {step.title} {step.at !== null && <time dateTime={step.at}>{times.at(step.at)}</time>}
                {step.key === nowKey && <span className="sr-only"> {texts.now}</span>}
              </b>
              {!step.isDone && step.text !== undefined && <p>{step.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
