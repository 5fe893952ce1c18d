// A seller without a badge: what Motohaat asks for before giving one, or how to get one.
import { Info } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { badgeCalls } from '#contract/cases/badges.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { badgeQuestionMessages } from '#web/i18n/en/badge-question.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'

export type Question = NonNullable<z.output<(typeof badgeCalls)['GET /badge']['response']>['question']>

type Props = {
  question: Question | null
  /** Whether the seller has added a bike; without one the empty list below has the way to add it. */
  hasBikes: boolean
  /** The newest bike that is neither sold nor withdrawn; papers of others cannot be shown. */
  papersOf: string | undefined
}

const addPath = '/dashboard/addproducts'

/** Where it is done. */
const getPath = ({ wanted }: Question, papersOf: string | undefined): string => {
  if (wanted === 'papers') return papersOf === undefined ? addPath : `/dashboard/myproducts/${papersOf}/papers`
  return { phone: '/dashboard/phone', call: '/#contact', bike: addPath }[wanted]
}

/** A confirmed number and an added bike are seen by the shop; of the others the seller says that they are done. */
const saysItself: readonly Question['wanted'][] = ['phone', 'bike']

/** What is asked for, the way there, and the button that says that it is done; papers need a bike. */
const Asked = ({ question, hasBikes, papersOf, onDone }: Props & { question: Question; onDone: () => void }) => {
  const { heading, asked, bikeFirst, brings, links, done, sending } = useMessages(badgeQuestionMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const { wanted } = question
  const needsBike = wanted === 'papers' && papersOf === undefined
  const isUndone = !hasBikes && (needsBike || wanted === 'bike')
  const say = () =>
    run(async () => {
      const { modifiedCount } = await client('PUT /badge/question', { body: { wanted } })
      // Another question was asked meanwhile: the page shows it.
      if (modifiedCount > 0) onDone()
      await revalidate()
    })
  return (
    <div className="note">
      <Icon of={Info} size={20} />
      <div>
        <p>
          <b>{heading}</b>
          <br />
          {needsBike ? bikeFirst : asked[wanted]} {brings}
        </p>
        {!isUndone && (
          <p className="acts">
            <Link className="btn btn--primary" to={getPath(question, papersOf)}>
              {links[needsBike ? 'bike' : wanted]}
            </Link>
            {!needsBike && !saysItself.includes(wanted) && (
              <button className="btn btn--quiet" type="button" aria-busy={isBusy} onClick={say}>
                {isBusy ? sending : done}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** What is asked for; without a question what buyers read beside the name, and how to get a badge. */
export const WithoutBadge = ({ question, papersOf, hasBikes }: Props) => {
  const { notVerified, writeToUs, thanks } = useMessages(badgeQuestionMessages)
  const [isAnswered, setIsAnswered] = useState(false)
  if (question)
    return <Asked question={question} hasBikes={hasBikes} papersOf={papersOf} onDone={() => setIsAnswered(true)} />
  if (isAnswered)
    return (
      <div role="status">
        <Note>{thanks}</Note>
      </div>
    )
  if (!hasBikes) return null
  return (
    <Note>
      {notVerified} <Link to="/#contact">{writeToUs}</Link>
    </Note>
  )
}
