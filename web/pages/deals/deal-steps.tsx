import { Check, X } from 'lucide'
import { useMessages } from '#web/context/app-context.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { dealStepMessages } from '#web/i18n/en/deal-steps.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Icon } from '#web/ui/icon.tsx'
import { listSteps, type Step } from './list-deal-steps.ts'

const getClassName = (step: Step, isNow: boolean): string =>
  step.isBad ? 'is-bad' : step.isDone ? 'is-done' : isNow ? 'is-now' : 'is-todo'

const Mark = ({ step, number }: { step: Step; number: string }) => {
  if (step.isBad) return <Icon of={X} size={16} />
  return step.isDone ? <Icon of={Check} size={16} /> : number
}

/** The steps of a deal as an ordered list; the one that comes next is said in words too. */
export const DealSteps = ({ deal, endingTitle }: { deal: Deal; endingTitle: string }) => {
  const { ordinal, times, list } = useMessages(dealMessages)
  const texts = useMessages(dealStepMessages)
  const steps = listSteps(deal, { steps: texts, ordinal, times }, endingTitle)
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
