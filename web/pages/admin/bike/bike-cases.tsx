import { Link } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { adminBikeCalls } from '#contract/admin/bikes.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { adminBikeMessages } from '#web/i18n/en/admin-bikes.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'

type Case = CallResponse<(typeof adminBikeCalls)['GET /bikes/:slug/history']>['cases'][number]

const toCasePath = ({ _id, isOpen }: Case): string => `/dashboard/cases?${isOpen ? '' : 'state=decided&'}case=${_id}`

/** The cases about a bike, newest first, each a link to where it is decided. */
export const BikeCases = ({ cases }: { cases: readonly Case[] }) => {
  const messages = useMessages(adminBikeMessages)
  const { queue } = useMessages(caseMessages)
  const { moment } = useFormat()
  const toState = ({ isOpen, decision }: Case): string => {
    if (decision !== null) return queue.decisions[decision]
    return isOpen ? queue.open : messages.mended
  }
  return (
    <section aria-labelledby="cases">
      <h2 id="cases">{messages.cases}</h2>
      {cases.length === 0 && <p>{messages.noCases}</p>}
      <ul className="one-record__list">
        {cases.map((one) => (
          <li key={one._id}>
            <Link to={toCasePath(one)}>{toState(one)}</Link>
            {one.decision !== null && one.isOpen && <> · {queue.appeal}</>}
            <small>
              <time dateTime={one.openedAt}>{moment(one.openedAt)}</time>
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
