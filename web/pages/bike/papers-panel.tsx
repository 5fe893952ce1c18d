// The five papers of a bike: what its seller says and shows, and what Motohaat checked. Nothing that is only said is green.
import { Check } from 'lucide'
import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { type PaperAnswer, type PaperKind, paperKinds } from '#contract/papers/paper-kinds.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { Icon } from '#web/ui/icon.tsx'

type Papers = z.output<typeof BikePage>['papers']
type Paper = Papers['papers'][number]

const badges = { said: 'plain', shown: 'info', checked: 'good', expired: 'warn' }

/** The word beside the heading: complete, without a registration, how many are checked, said or not said. */
const useLevel = ({ level, papers }: Papers): string => {
  const { papers: texts } = useMessages(bikePageMessages)
  const { count } = useFormat()
  if (level === 'complete' || level === 'unregistered') return texts[level]
  const checked = papers.filter(({ state }) => state === 'checked').length
  if (checked > 0) return texts.checked(count(checked), count(paperKinds.length))
  return papers.length > 0 ? texts.states.said : texts.notSaid
}

/** Since when a paper is in its state, and until when a tax token is valid. */
const useFacts = () => {
  const { onlySaid, since, ...texts } = useMessages(bikePageMessages).papers
  const format = useFormatDay()
  return ({ state, since: day, validUntil }: Paper): string[] => {
    const valid = validUntil === null ? [] : [texts[state === 'expired' ? 'endedOn' : 'validUntil'](format(validUntil))]
    if (state === 'expired') return valid
    return [...valid, state === 'said' ? onlySaid : since[state](format(day))]
  }
}

const Row = ({ kind, paper }: { kind: PaperKind; paper: Paper | undefined }) => {
  const { says, kinds, states, notSaid } = useMessages(bikePageMessages).papers
  const listFacts = useFacts()
  const answers: Partial<Record<PaperAnswer, string>> = says[kind]
  return (
    <li>
      <b>{(paper && answers[paper.said]) ?? kinds[kind]}</b>
      <span className={`badge badge--${paper ? badges[paper.state] : 'plain'}`}>
        {paper?.state === 'checked' && <Icon of={Check} size={14} />}
        {paper ? states[paper.state] : notSaid}
      </span>
      {paper && <p>{listFacts(paper).join(' · ')}</p>}
    </li>
  )
}

/** The papers, under the price; one line when nothing was said of them. */
export const PapersPanel = ({ papers: passport }: { papers: Papers }) => {
  const { papers: texts } = useMessages(bikePageMessages)
  const { level, papers } = passport
  const word = useLevel(passport)
  return (
    <section className="papers" aria-labelledby="papers-heading">
      <h2 className="h3" id="papers-heading">
        {texts.heading}
        <span className={`badge badge--${level === 'complete' ? 'good' : 'plain'}`}>{word}</span>
      </h2>
      {papers.length === 0 && <p>{texts.none}</p>}
      {level === 'unregistered' && <p>{texts.fine}</p>}
      {papers.length > 0 && (
        <ul>
          {paperKinds.map((kind) => (
            <Row key={kind} kind={kind} paper={papers.find((paper) => paper.kind === kind)} />
          ))}
        </ul>
      )}
    </section>
  )
}
