// The last screen of a checklist: what was found, what it means for the condition, and the mileage.
import { useState } from 'react'
import { maxKilometres } from '#contract/limits.ts'
import { getMeantCondition, inspectionPoints, maxWorn } from '#contract/inspections/points.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { getReaders } from './checklist-steps.ts'
import { BadAndWorn, countAll, GroupBars, type Marks, useCounts } from './group-bars.tsx'
import type { Inspection } from './inspection-types.ts'
import type { Answers } from './unsent-answers.ts'
import type { AnswersOnDevice } from './use-answers.ts'

/** The mark of each point that has an answer. */
export const toMarks = (answers: Answers): Marks =>
  Object.fromEntries(Object.entries(answers).map(([point, { mark }]) => [point, mark]))

const ranks = { Excellent: 0, Good: 1, Fair: 2 }

/** What each condition means, and kindly that the advertisement says a better one than what was found. */
const Condition = ({ inspection: { kind, bike }, marks }: { inspection: Inspection; marks: Marks }) => {
  const { summary } = useMessages(inspectionMessages)
  const { conditions } = useMessages().card
  const { count } = useFormat()
  const formatCounts = useCounts()
  const { worn, bad } = countAll(kind, marks)
  const isConflict = ranks[getMeantCondition({ worn, bad })] > ranks[bike.condition]
  const says = conditions[bike.condition]
  return (
    <section aria-labelledby="condition">
      <h3 id="condition">{summary.scale}</h3>
      <p>
        {summary.excellent(conditions.Excellent, count(maxWorn.Excellent))}
        <br />
        {summary.good(conditions.Good, count(maxWorn.Good))}
        <br />
        {summary.fair(conditions.Fair)}
      </p>
      {isConflict && (
        <p className="note note--warn">
          {kind === 'seller' ? summary.saysYours(says) : summary.says(says)}{' '}
          {summary.youFound(formatCounts({ good: 0, worn: bad > 0 ? 0 : worn, bad, notLookedAt: 0 }))}{' '}
          {kind === 'seller' ? summary.change : summary.talk}
        </p>
      )}
    </section>
  )
}

/** The mileage; a wrong one is said when the field is left, and is not kept. */
const Kilometres = ({ answers: { kilometres, setKilometres } }: { answers: AnswersOnDevice }) => {
  const { summary } = useMessages(inspectionMessages)
  const { count } = useFormat()
  const [text, setText] = useState(kilometres === null ? '' : count(kilometres))
  const [isWrong, setIsWrong] = useState(false)
  const type = (next: string) => {
    setText(next)
    setIsWrong(false)
    const typed = next.trim() === '' ? null : parseWholeNumber(next)
    if (next.trim() === '' || (typed !== null && typed <= maxKilometres)) setKilometres(typed)
  }
  const check = () => {
    const typed = parseWholeNumber(text)
    setIsWrong(text.trim() !== '' && (typed === null || typed > maxKilometres))
  }
  return (
    <Field
      id="kilometres"
      name="kilometres"
      inputMode="numeric"
      label={summary.kilometres}
      optional={summary.optional}
      problem={isWrong ? summary.wrongKilometres : undefined}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={check}
    />
  )
}

/** What was found, before it is signed. */
export const Found = ({ inspection, answers }: { inspection: Inspection; answers: AnswersOnDevice }) => {
  const { report, summary } = useMessages(inspectionMessages)
  const { kind, isPublic } = inspection
  const marks = toMarks(answers.answers)
  const { worn, bad } = countAll(kind, marks)
  const given = inspectionPoints.flatMap((point) => {
    const answer = answers.answers[point]
    return answer ? [{ point, ...answer }] : []
  })
  return (
    <>
      <div className="panel found">
        <GroupBars kind={kind} marks={marks} />
        {worn + bad > 0 && (
          <>
            <h3>{report.found}</h3>
            <BadAndWorn answers={given} />
          </>
        )}
        <Condition inspection={inspection} marks={marks} />
      </div>
      <Kilometres answers={answers} />
      <Note>{summary.readers[getReaders(kind, isPublic)]}</Note>
    </>
  )
}
