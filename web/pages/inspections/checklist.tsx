// The checklist of an inspection that is not signed: one group a screen, then what was found.
import { CircleCheck, CloudOff } from 'lucide'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { listGroups } from '#contract/inspections/points.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type ChecklistStep, findNeighbours } from './checklist-steps.ts'
import type { Inspection } from './inspection-types.ts'
import { PointGroup, StepHeading } from './point-group.tsx'
import type { AnswersOnDevice } from './use-answers.ts'
import { useIsOffline } from './use-is-offline.ts'

type Props = {
  inspection: Inspection
  answers: AnswersOnDevice
  step: ChecklistStep
  /** The address of a screen. It must not load the page anew: there may be no connection. */
  toStep: (step: ChecklistStep) => To
  /** The last screen. */
  children: ReactNode
}

/** The row of groups is longer than a phone is wide: brings the current one into view. */
const showInRow = (link: HTMLElement | null): void => {
  const row = link?.parentElement
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2
}

const useStepName = () => {
  const { groups, checklist } = useMessages(inspectionMessages)
  return (step: ChecklistStep): string => (step === 'found' ? checklist.found : groups[step])
}

/** A link to each group, with how many of its points have an answer. */
const Groups = ({ inspection, answers: { answers }, step, toStep }: Omit<Props, 'children'>) => {
  const { checklist } = useMessages(inspectionMessages)
  const { count } = useFormat()
  const getName = useStepName()
  const toLink = (to: ChecklistStep, progress: string) => (
    <Link
      key={to}
      to={toStep(to)}
      aria-current={to === step ? 'page' : undefined}
      ref={to === step ? showInRow : undefined}
      preventScrollReset
    >
      {getName(to)} <span className="num">{progress}</span>
    </Link>
  )
  return (
    <nav className="views views--top inspect__groups" aria-label={checklist.groups}>
      {listGroups(inspection.kind).map(({ group, points }) => {
        const given = points.filter((point) => answers[point] !== undefined).length
        return toLink(group, `${count(given)}/${count(points.length)}`)
      })}
      {toLink('found', '')}
    </nav>
  )
}

/** How far the answers are saved. The live region stays in the page, so that screen readers announce changes. */
const SaveState = ({ answers: { sendState, flush } }: { answers: AnswersOnDevice }) => {
  const { checklist, retry } = useMessages(inspectionMessages)
  const isOffline = useIsOffline()
  const state = isOffline ? 'offline' : sendState
  const isWarning = state === 'offline' || state === 'kept' || state === 'refused'
  return (
    <p className={`inspect__state${isWarning ? ' note' : ''}`} role="status">
      {state !== 'sending' && <Icon of={isWarning ? CloudOff : CircleCheck} size={18} />}
      <span>{checklist.states[state]}</span>
      {sendState === 'kept' && (
        <button className="note__retry" type="button" onClick={() => void flush()}>
          {retry}
        </button>
      )}
    </p>
  )
}

/** Back and Next, which never wait for an answer. */
const Bar = ({ step, toStep }: Pick<Props, 'step' | 'toStep'>) => {
  const { checklist } = useMessages(inspectionMessages)
  const getName = useStepName()
  const { before, after } = findNeighbours(step)
  return (
    <div className="inspect__bar">
      {before && (
        <Link className="btn btn--line" to={toStep(before)} preventScrollReset>
          {checklist.back}
        </Link>
      )}
      {after && (
        <Link className="btn btn--primary" to={toStep(after)} preventScrollReset>
          {after === 'found' ? checklist.found : checklist.next(getName(after))}
        </Link>
      )}
    </div>
  )
}

/** One screen of the checklist. */
export const Checklist = ({ inspection, answers, step, toStep, children }: Props) => {
  const { checklist } = useMessages(inspectionMessages)
  const getName = useStepName()
  const { kind, bike } = inspection
  const group = listGroups(kind).find((one) => one.group === step)
  return (
    <article className="inspect">
      <h1>{checklist.titles[kind]}</h1>
      <p className="inspect__bike" translate="no">
        {bike.productName}
      </p>
      <Groups inspection={inspection} answers={answers} step={step} toStep={toStep} />
      <SaveState answers={answers} />
      <StepHeading text={getName(step)} />
      {group ? <PointGroup points={group.points} answers={answers} /> : children}
      <Bar step={step} toStep={toStep} />
    </article>
  )
}
