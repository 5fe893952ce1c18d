import { maxPlaceCharacters } from '#contract/deals/text-lengths.ts'
import { useState } from 'react'
import { useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { putPlaceFirst } from './put-place-first.ts'
import { isTimeAhead, listMeetingDates, meetingTimes, toMeetingTimestamp } from './meeting-times.ts'

type ChoicesProps = {
  name: string
  legend: string
  choices: { value: string; label: string; isDisabled?: boolean }[]
  isRequired: boolean
  problem: string | undefined
  onChoose: (value: string) => void
}

const TimeChoices = ({ name, legend, choices, isRequired, problem, onChoose }: ChoicesProps) => (
  <fieldset className="field">
    <legend>{legend}</legend>
    <div className="times">
      {choices.map(({ value, label, isDisabled }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            required={isRequired}
            disabled={isDisabled}
            aria-describedby={problem === undefined ? undefined : `${name}-problem`}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
    {problem !== undefined && <FieldError id={`${name}-problem`}>{problem}</FieldError>}
  </fieldset>
)

const daysShown = 3

/** The buttons that show other days; undefined where there are none. */
const DayPaging = ({
  onEarlier,
  onLater,
}: {
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
}) => {
  const { meeting } = useMessages(dealActMessages)
  return (
    <div className="days">
      <button className="btn btn--quiet" type="button" disabled={!onEarlier} onClick={onEarlier}>
        {meeting.earlier}
      </button>
      <button className="btn btn--quiet" type="button" disabled={!onLater} onClick={onLater}>
        {meeting.later}
      </button>
    </div>
  )
}

/** The place as text, with public places that can be tapped. */
const PlaceField = ({
  place,
  problem,
  isRequired,
}: {
  place: string | null
  problem: string | undefined
  isRequired: boolean
}) => {
  const { meeting, optional } = useMessages(dealActMessages)
  const [written, setWritten] = useState(place ?? '')
  return (
    <>
      <Field
        id="meeting-place"
        name="place"
        type="text"
        maxLength={maxPlaceCharacters}
        label={meeting.place}
        hint={meeting.placeHint}
        value={written}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        problem={problem}
        {...(!isRequired && { optional })}
      />
      <div className="places" role="group" aria-label={meeting.publicPlacesLabel}>
        {meeting.publicPlaces.map((name) => (
          <button
            key={name}
            className="chip"
            type="button"
            onClick={() => setWritten(putPlaceFirst(name, written, meeting.publicPlaces).slice(0, maxPlaceCharacters))}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  )
}

type Props = {
  nowMs: number
  /** The place that was named before. */
  place: string | null
  problems: Problems
  /** Nothing need be chosen; a day needs a time and the other way round. */
  isOptional?: boolean
}

/** The choice of a time that is not in the list. */
const ownTime = 'own'

/** Six times of the day, and one's own. */
const TimeOfDay = ({
  day,
  time,
  nowMs,
  problems,
  isOptional,
  isRequired,
  onChoose,
}: Pick<Props, 'nowMs' | 'problems' | 'isOptional'> & {
  day: string | undefined
  time: string | undefined
  isRequired: boolean
  onChoose: (time: string) => void
}) => {
  const { meeting, optional } = useMessages(dealActMessages)
  const { times } = useMessages(dealMessages)
  const choices = meetingTimes.map((value) => ({
    value,
    label: times.clock(toMeetingTimestamp('2026-01-01', value)),
    isDisabled: day !== undefined && !isTimeAhead(day, value, nowMs),
  }))
  return (
    <>
      <TimeChoices
        name="time"
        legend={isOptional ? `${meeting.time} (${optional})` : meeting.time}
        isRequired={isRequired}
        problem={time === ownTime ? undefined : problems.time}
        choices={[...choices, { value: ownTime, label: meeting.ownTime }]}
        onChoose={onChoose}
      />
      {time === ownTime && (
        <Field
          id="own-time"
          name="ownTime"
          type="time"
          label={meeting.ownTimeLabel}
          hint={meeting.ownTimeHint}
          problem={problems.ownTime}
        />
      )}
    </>
  )
}

/** Day, time and place of a meeting: three days at once, six times and one's own. */
export const MeetingFields = ({ nowMs, place, problems, isOptional = false }: Props) => {
  const { meeting, optional } = useMessages(dealActMessages)
  const { times } = useMessages(dealMessages)
  const [firstDay, setFirstDay] = useState(0)
  const [{ day, time }, setChosen] = useState<{ day?: string; time?: string }>({})
  const dates = listMeetingDates(nowMs)
  const isRequired = !isOptional || day !== undefined || time !== undefined
  const showDays = (from: number) => {
    setFirstDay(from)
    setChosen({ ...(time !== undefined && { time }) })
  }
  const isFirst = firstDay === 0
  const isLast = firstDay + daysShown >= dates.length
  return (
    <>
      <TimeChoices
        key={firstDay}
        name="day"
        legend={isOptional ? `${meeting.day} (${optional})` : meeting.day}
        isRequired={isRequired}
        problem={problems.day}
        choices={dates
          .slice(firstDay, firstDay + daysShown)
          .map((date) => ({ value: date, label: times.shortDay(toMeetingTimestamp(date, '12:00')) }))}
        onChoose={(value) => setChosen({ ...(time !== undefined && { time }), day: value })}
      />
      <DayPaging
        onEarlier={isFirst ? undefined : () => showDays(firstDay - daysShown)}
        onLater={isLast ? undefined : () => showDays(firstDay + daysShown)}
      />
      <TimeOfDay
        {...{ day, time, nowMs, problems, isOptional, isRequired }}
        onChoose={(value) => setChosen({ ...(day !== undefined && { day }), time: value })}
      />
      <PlaceField place={place} problem={problems.place} isRequired={isRequired} />
    </>
  )
}

/** The chosen meeting; undefined when no day was chosen. */
export const readMeeting = (form: FormData): { meetAt: string; place: string } | undefined => {
  const [day, chosen, own, place] = ['day', 'time', 'ownTime', 'place'].map((name) => form.get(name))
  const time = chosen === ownTime ? own : chosen
  if (typeof day !== 'string' || typeof time !== 'string' || typeof place !== 'string') return undefined
  return { meetAt: toMeetingTimestamp(day, time), place }
}
