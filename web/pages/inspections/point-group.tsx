// One group of points: each with its name, how to look, four choices, and a line for words to what is worn or bad.
import { useEffect, useRef } from 'react'
import { inspectionMarks, type InspectionPoint } from '#contract/inspections/points.ts'
import { useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import type { Answer } from './unsent-answers.ts'
import { type AnswersOnDevice, hasWords } from './use-answers.ts'

/** As long as the API takes. */
const maxNoteLength = 200

type PointProps = { point: InspectionPoint; answer: Answer | undefined; onAnswer: (answer: Answer) => void }

const Point = ({ point, answer, onAnswer }: PointProps) => {
  const { points, marks, checklist } = useMessages(inspectionMessages)
  const { name, look } = points[point]
  const note = answer?.note ?? ''
  return (
    <fieldset className="point">
      <legend>{name}</legend>
      <p className="hint" id={`look-${point}`}>
        {look}
      </p>
      <div className="point__marks">
        {inspectionMarks.map((mark) => (
          <label key={mark} className={`point__mark point__mark--${mark}`}>
            <input
              type="radio"
              name={point}
              value={mark}
              checked={answer?.mark === mark}
              aria-describedby={`look-${point}`}
              onChange={() => onAnswer({ mark, note })}
            />
            <span>{marks[mark]}</span>
          </label>
        ))}
      </div>
      {answer && hasWords(answer.mark) && (
        <div className="field">
          <label htmlFor={`words-${point}`}>{checklist.words}</label>
          <input
            className="input"
            id={`words-${point}`}
            dir="auto"
            maxLength={maxNoteLength}
            aria-label={checklist.wordsLabel(name)}
            value={note}
            onChange={({ target: { value } }) => onAnswer({ mark: answer.mark, note: value })}
          />
        </div>
      )}
    </fieldset>
  )
}

/** The heading of a screen of the checklist. It gets the focus when the screen changes, because the link to it stays below. */
export const StepHeading = ({ text }: { text: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownText = useRef(text)
  useEffect(() => {
    if (shownText.current === text) return
    shownText.current = text
    heading.current?.focus()
  }, [text])
  return (
    <h2 className="inspect__step" ref={heading} tabIndex={-1}>
      {text}
    </h2>
  )
}

type Props = { points: readonly InspectionPoint[]; answers: AnswersOnDevice }

/** The points of a group. */
export const PointGroup = ({ points, answers: { answers, answer } }: Props) =>
  points.map((point) => (
    <Point key={point} point={point} answer={answers[point]} onAnswer={(next) => answer(point, next)} />
  ))
