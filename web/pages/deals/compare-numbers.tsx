// At the meeting the buyer compares the numbers of the bike with those that its seller has entered.
import { Check, OctagonAlert, X } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { vehicleNumberCalls } from '#contract/vehicle-numbers/vehicle-number-calls.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

export type MeetingNumbers = z.output<(typeof vehicleNumberCalls)['GET /deals/:id/numbers']['response']>
type Kind = 'registration' | 'engine' | 'chassis'
type Finding = 'same' | 'different'

type RowProps = { kind: Kind; number: string; finding: Finding | undefined; onFind: (finding: Finding) => void }

const NumberRow = ({ kind, number, finding, onFind }: RowProps) => {
  const { compare } = useMessages(vehicleNumberMessages)
  return (
    <section className="twin" aria-label={compare[kind]}>
      <p className="twin__name">
        <b>{compare[kind]}</b> <span>{compare.where[kind]}</span>
      </p>
      <p className="twin__no" dir="auto">
        {kind === 'registration' ? number : `•••• ${number}`}
      </p>
      <div className="twin__acts">
        <button
          className={`btn ${finding === 'same' ? 'btn--primary' : 'btn--line'}`}
          type="button"
          aria-pressed={finding === 'same'}
          onClick={() => onFind('same')}
        >
          <Icon of={Check} size={20} />
          {compare.same}
        </button>
        <button
          className={`btn ${finding === 'different' ? 'btn--danger' : 'btn--line'}`}
          type="button"
          aria-pressed={finding === 'different'}
          onClick={() => onFind('different')}
        >
          <Icon of={X} size={20} />
          {compare.different}
        </button>
      </div>
    </section>
  )
}

/** A number is different: the buyer reports it, and the money stays until it is decided. */
const Different = ({ deal, onTakeBack }: { deal: Deal; onTakeBack: () => void }) => {
  const { compare } = useMessages(vehicleNumberMessages)
  const { client } = useApp()
  const { taka } = useFormat()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const report = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await client('POST /deals/:id/problem', { params: { id: deal._id }, body: { reason: 'numbers_different' } })
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
    setIsBusy(false)
  }
  return (
    <div className="answer answer--stop" role="alert">
      <Icon of={OctagonAlert} size={36} />
      <h3>{compare.stop}</h3>
      <p>{compare.stopText(taka(deal.paid))}</p>
      <div className="acts">
        <button className="btn btn--danger" type="button" aria-busy={isBusy} onClick={() => void report()}>
          {isBusy ? compare.reporting : compare.report}
        </button>
        <button className="btn btn--line" type="button" onClick={onTakeBack}>
          {compare.wrong}
        </button>
      </div>
    </div>
  )
}

/** The numbers to compare, each with two buttons. */
export const CompareNumbers = ({ deal, numbers }: { deal: Deal; numbers: MeetingNumbers }) => {
  const { compare } = useMessages(vehicleNumberMessages)
  const [findings, setFindings] = useState<Partial<Record<Kind, Finding>>>({})
  const given = [
    { kind: 'registration', number: numbers.registration },
    { kind: 'chassis', number: numbers.chassisLastFour },
    { kind: 'engine', number: numbers.engineLastFour },
  ] as const
  const shown = given.flatMap(({ kind, number }) => (number === null ? [] : [{ kind, number }]))
  const isDifferent = shown.some(({ kind }) => findings[kind] === 'different')
  const isAllSame = shown.every(({ kind }) => findings[kind] === 'same')
  return (
    <section className="panel twins" aria-labelledby="compare-numbers">
      <h2 className="h3" id="compare-numbers">
        {compare.heading}
      </h2>
      {shown.length === 0 ? <Note>{compare.none}</Note> : <p>{compare.lead}</p>}
      {shown.map(({ kind, number }) => (
        <NumberRow
          key={kind}
          kind={kind}
          number={number}
          finding={findings[kind]}
          onFind={(finding) => setFindings((before) => ({ ...before, [kind]: finding }))}
        />
      ))}
      {isDifferent && <Different deal={deal} onTakeBack={() => setFindings({})} />}
      <div role="status">{shown.length > 0 && isAllSame && <Note>{compare.allSame}</Note>}</div>
    </section>
  )
}

/** For a seller who has entered no numbers: what the buyer compares, and the way to enter them while they can be. */
export const MissingNumbers = ({ deal: { needsNumbers, state, productId, otherName } }: { deal: Deal }) => {
  const { missing } = useMessages(vehicleNumberMessages)
  if (!needsNumbers) return null
  // Once a buyer has paid, the bike stays as it was described.
  const mayAdd = state === 'accepted'
  const name = toFirstName(otherName)
  return (
    <section className="panel twins" aria-labelledby="missing-numbers">
      <h2 className="h3" id="missing-numbers">
        {missing.heading}
      </h2>
      <p>
        <b>{mayAdd ? missing.add : missing.late}</b> {mayAdd ? missing.addText(name) : missing.lateText(name)}
      </p>
      {mayAdd && (
        <Link className="btn btn--line" to={`/dashboard/myproducts/${productId}/numbers`}>
          {missing.link}
        </Link>
      )}
    </section>
  )
}
