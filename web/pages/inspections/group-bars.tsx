// What was found, by group: one bit for each point, and the counts in words beside it.
import {
  countGroups,
  countMarks,
  countPoints,
  getScore,
  type InspectionKind,
  type InspectionMark,
  type InspectionPoint,
  listGroups,
  type MarkCounts,
  maxScore,
} from '#contract/inspections/points.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'

export type Marks = Partial<Record<InspectionPoint, InspectionMark>>

const countNames = ['good', 'worn', 'bad', 'notLookedAt'] as const

/** Formats counts: "3 good, 1 worn, 1 bad, 1 not looked at". */
export const useCounts = (): ((counts: MarkCounts) => string) => {
  const { counts: texts } = useMessages(inspectionMessages)
  const { count } = useFormat()
  return (counts) =>
    countNames
      .filter((name) => counts[name] > 0)
      .map((name) => texts[name](count(counts[name])))
      .join(', ')
}

const useScore = (): ((counts: MarkCounts) => string) => {
  const messages = useMessages(inspectionMessages)
  const { count } = useFormat()
  return (counts) => {
    const score = getScore(counts)
    return score === null ? '' : messages.score(count(score), count(maxScore))
  }
}

/** All counts of an inspection of this kind. */
export const countAll = (kind: InspectionKind, marks: Marks): MarkCounts =>
  countMarks(
    listGroups(kind).flatMap(({ points }) => points),
    marks,
  )

/** The counts of all points, how many were looked at, and the score. */
const Total = ({ kind, marks }: { kind: InspectionKind; marks: Marks }) => {
  const { looked } = useMessages(inspectionMessages)
  const { count } = useFormat()
  const formatCounts = useCounts()
  const formatScore = useScore()
  const counts = countAll(kind, marks)
  const all = countPoints(kind)
  return (
    <p className="found__total">
      <b>{formatCounts(counts)}</b>
      <span>
        {[formatScore(counts), looked(count(all - counts.notLookedAt), count(all))]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </p>
  )
}

/** The groups of an inspection with what was found. */
export const GroupBars = ({ kind, marks }: { kind: InspectionKind; marks: Marks }) => {
  const { groups, legend } = useMessages(inspectionMessages)
  const formatCounts = useCounts()
  const formatScore = useScore()
  return (
    <>
      <Total kind={kind} marks={marks} />
      <p className="hint">{legend}</p>
      <ul className="found__groups">
        {countGroups(kind, marks).map(({ group, points, counts }) => (
          <li key={group}>
            <b>{groups[group]}</b>
            <span className={counts.bad > 0 ? 'found__bad' : undefined}>
              {[formatCounts(counts), formatScore(counts)].filter((part) => part !== '').join(' · ')}
            </span>
            <span className="found__bits" aria-hidden>
              {points.map((point) => (
                <i key={point} className={`bit bit--${marks[point] ?? 'not_looked_at'}`} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is bad, then what is worn, with the words to it. */
export const BadAndWorn = ({
  answers,
}: {
  answers: readonly { point: InspectionPoint; mark: InspectionMark; note: string }[]
}) => {
  const { points, marks } = useMessages(inspectionMessages)
  const found = (['bad', 'worn'] as const).flatMap((mark) => answers.filter((answer) => answer.mark === mark))
  return (
    <ul className="found__list">
      {found.map(({ point, mark, note }) => (
        <li key={point}>
          <span>{points[point].name}</span>
          <b className={mark === 'bad' ? 'found__bad' : undefined}>{marks[mark]}</b>
          {note !== '' && <p dir="auto">{note}</p>}
        </li>
      ))}
    </ul>
  )
}
