// A paper that a moderator has open: its photo, what was said, and the decision.
import { TriangleAlert } from 'lucide'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { findDistrict } from '#contract/districts.ts'
import type { paperCalls } from '#contract/papers/paper-calls.ts'
import { type PaperAnswer, type PaperFault, paperFaults } from '#contract/papers/paper-kinds.ts'
import { PrivatePicture } from '#web/components/evidence/private-picture.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { isForQueue } from '#web/ui/forms/queue-keys.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { findFault } from './paper-steps.ts'

export type OpenedPaper = z.output<(typeof paperCalls)['POST /papers/:id/openings']['response']>
export type Decision = 'checked' | PaperFault

/** What is compared with the photo; names and models stay as they are in other languages. */
const useFacts = () => {
  const { check } = useMessages(paperMessages)
  const { form } = useMessages(vehicleNumberMessages)
  const { says, kinds } = useMessages(bikePageMessages).papers
  const { language } = useApp()
  const { digits } = useFormat()
  const formatDay = useFormatDay()
  return (paper: OpenedPaper): { term: string; text: string; isName?: boolean }[] => {
    const answers: Partial<Record<PaperAnswer, string>> = says[paper.kind]
    const district = paper.registrationDistrict === null ? undefined : findDistrict(paper.registrationDistrict)
    const registered = [
      paper.registrationYear === null ? '' : digits(paper.registrationYear),
      district?.[language.code] ?? '',
    ].filter((part) => part !== '')
    const numbers = paper.numbers.map(({ kind, number }) => ({
      term: form[kind],
      text: number ?? check.notTyped,
      isName: number !== null,
    }))
    const facts = [
      { term: check.said, text: answers[paper.said] ?? kinds[paper.kind] },
      { term: check.validUntil, text: paper.validUntil === null ? '' : formatDay(paper.validUntil) },
      ...numbers,
      { term: check.account, text: paper.accountName, isName: true },
      { term: check.seller, text: paper.sellerName, isName: true },
      { term: check.model, text: [paper.brand, paper.model].filter((part) => part !== null).join(' '), isName: true },
      { term: check.engineCc, text: paper.engineCc === null ? '' : digits(paper.engineCc) },
      { term: check.registered, text: registered.join(', ') },
    ]
    return facts.filter(({ text }) => text !== '')
  }
}

const Facts = ({ paper }: { paper: OpenedPaper }) => {
  const { check } = useMessages(paperMessages)
  const listFacts = useFacts()
  return (
    <dl className="rows">
      <div>
        <dt>{check.bike}</dt>
        <dd>
          <Link className="link" to={`/bikes/${paper.slug}`} translate="no">
            {paper.productName}
          </Link>
        </dd>
      </div>
      {listFacts(paper).map(({ term, text, isName }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd translate={isName ? 'no' : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The keys 1 to 5 give the reasons in their order; nothing while somebody types or is asked. */
const useReasonKeys = (isOff: boolean, decide: (fault: PaperFault) => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const fault = findFault(event.key)
    if (!fault || isOff || event.repeat || !isForQueue(event)) return
    event.preventDefault()
    decide(fault)
  })
  // A layout effect, because a key may follow the painted paper at once.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

type Props = {
  paper: OpenedPaper
  isBusy: boolean
  onDecide: (decision: Decision) => Promise<void>
  onClose: () => void
}

/** "Checked" asks once; a reason is given by its button or its key. */
const Decide = ({ paper, isBusy, onDecide }: Omit<Props, 'onClose'>) => {
  const { check } = useMessages(paperMessages)
  const { kinds } = useMessages(bikePageMessages).papers
  const { digits } = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  useReasonKeys(isBusy || isAsking, (fault) => void onDecide(fault))
  return (
    <>
      <div className="acts">
        <button className="btn btn--primary" type="button" disabled={isBusy} onClick={() => setIsAsking(true)}>
          {check.checked}
        </button>
      </div>
      <h3>{check.reasons}</h3>
      <div className="stack">
        {paperFaults.map((fault, index) => (
          <button
            key={fault}
            className="btn btn--line"
            type="button"
            disabled={isBusy}
            onClick={() => void onDecide(fault)}
          >
            {`${digits(index + 1)}. ${check.faults[fault]}`}
          </button>
        ))}
      </div>
      {isAsking && (
        <Confirm
          heading={check.sure(kinds[paper.kind], paper.productName)}
          text={check.sureText}
          labels={{ confirm: check.checked, busy: check.busy, cancel: check.cancel }}
          onConfirm={() => onDecide('checked')}
          onClose={() => setIsAsking(false)}
          isUsual
        />
      )}
    </>
  )
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus()

/** The photo with the reader's name on it, and beside it what was said. */
export const OpenPaper = ({ paper, isBusy, onDecide, onClose }: Props) => {
  const { check } = useMessages(paperMessages)
  const { kinds } = useMessages(bikePageMessages).papers
  const { times } = useMessages(dealMessages)
  return (
    <section className="panel case evid--paper" aria-labelledby="paper-heading">
      <h2 className="h3" id="paper-heading" tabIndex={-1} ref={focusHeading}>
        {kinds[paper.kind]}
      </h2>
      <p className="hint">{check.openUntil(times.at(paper.openUntil))}</p>
      <PrivatePicture path={`/api/papers/files/${paper.fileId}`} alt={check.photoAlt(kinds[paper.kind])} />
      {paper.isPhotoOfOther && (
        <p className="note note--stop">
          <Icon of={TriangleAlert} size={20} />
          <span>{check.ofOther}</span>
        </p>
      )}
      <Facts paper={paper} />
      <Decide paper={paper} isBusy={isBusy} onDecide={onDecide} />
      <div className="acts">
        <button className="btn btn--quiet" type="button" onClick={onClose}>
          {check.close}
        </button>
      </div>
    </section>
  )
}
