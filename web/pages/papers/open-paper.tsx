// A paper that a moderator has open: its photo, what was said, and the decision.
import { Link } from 'react-router'
import type { z } from 'zod'
import { findDistrict } from '#contract/districts.ts'
import type { paperCalls } from '#contract/papers/paper-calls.ts'
import { type PaperAnswer, type PaperFault, paperFaults } from '#contract/papers/paper-kinds.ts'
import { DecideEvidence } from '#web/components/evidence-queue/decide-evidence.tsx'
import { OpenedEvidence } from '#web/components/evidence-queue/opened-evidence.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'

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

type Props = {
  paper: OpenedPaper
  isBusy: boolean
  onDecide: (decision: Decision) => Promise<void>
  onClose: () => void
}

/** The photo with the reader's name on it, and beside it what was said. */
export const OpenPaper = ({ paper, isBusy, onDecide, onClose }: Props) => {
  const { check } = useMessages(paperMessages)
  const { kinds } = useMessages(bikePageMessages).papers
  const kind = kinds[paper.kind]
  return (
    <OpenedEvidence heading={kind} photoAlt={check.photoAlt(kind)} words={check} evidence={paper} onClose={onClose}>
      <Facts paper={paper} />
      <DecideEvidence
        reasons={paperFaults}
        words={{ ...check, confirm: check.checked, sure: check.sure(kind, paper.productName) }}
        isBusy={isBusy}
        onAccept={() => onDecide('checked')}
        onRefuse={onDecide}
      />
    </OpenedEvidence>
  )
}
