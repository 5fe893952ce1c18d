import { Link } from 'react-router'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Advertisement } from './advertisement.tsx'
import { AnswerForm } from './answer-form.tsx'
import type { CaseDetail } from './case-detail.ts'
import { DecideForm } from './decide-form.tsx'
import { FiredRules } from './fired-rules.tsx'
import { RepeatedTexts } from './repeated-texts.tsx'
import { ReportedChats } from './reported-chats.tsx'
import { ShowAgain } from './show-again.tsx'

const Facts = ({ found }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  return (
    <dl className="rows">
      {found.price !== null && (
        <div>
          <dt>{queue.price}</dt>
          <dd className="num">{taka(found.price)}</dd>
        </div>
      )}
      <div>
        <dt>{found.productId === null ? queue.person : queue.seller}</dt>
        <dd>
          {found.productId === null ? (
            found.memberName
          ) : (
            <Link className="link" to={`/sellers/${found.memberId}`} translate="no">
              {found.memberName}
            </Link>
          )}{' '}
          {found.isSuspended && <span className="badge badge--stop">{queue.suspended}</span>}
        </dd>
      </div>
      <div>
        <dt>{queue.since}</dt>
        <dd>{times.full(found.memberSince)}</dd>
      </div>
    </dl>
  )
}

const Reports = ({ found }: { found: CaseDetail }) => {
  const { queue, reasons } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { digits } = useFormat()
  if (found.reports.length === 0) return null
  return (
    <>
      <h3>{queue.reports}</h3>
      <ul>
        {found.reports.map((one) => (
          <li key={`${one.createdAt}${one.reason}${one.weight}`}>
            <b>{reasons[one.reason]}</b> · {digits((one.weight / 10).toFixed(1))} · {times.at(one.createdAt)}
            {one.words !== null && <p dir="auto">{one.words}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

const Earlier = ({ found }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  return (
    <>
      <h3>{queue.earlier}</h3>
      {found.earlier.length === 0 ? (
        <p>{queue.noEarlier}</p>
      ) : (
        <ul>
          {found.earlier.map((one) => (
            <li key={one._id}>
              <b>{queue.decisions[one.decision]}</b> · {times.at(one.decidedAt)}
              {one.productName !== null && (
                <>
                  {' '}
                  · <span translate="no">{one.productName}</span>
                </>
              )}
              <p dir="auto">{one.reason}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const ProposedRemoval = ({ found: { proposedRemoval, decision } }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  if (proposedRemoval === null || decision !== null) return null
  return (
    <>
      <h3>{queue.removal.badge}</h3>
      <p>{queue.decidedBy(proposedRemoval.by, times.at(proposedRemoval.at))}</p>
      <p dir="auto">{proposedRemoval.reason}</p>
      {!proposedRemoval.mayConfirm && <p>{proposedRemoval.isMine ? queue.removal.mine : queue.removal.byAdmin}</p>}
    </>
  )
}

const Decided = ({ found }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  if (found.decision === null || found.decidedAt === null) return null
  return (
    <>
      <p>
        <b>{queue.decisions[found.decision]}</b> · {queue.decidedBy(found.decidedBy ?? '', times.at(found.decidedAt))}
      </p>
      <p dir="auto">{found.reason}</p>
      {found.appeal !== null && (
        <>
          <h3>{queue.appealHeading}</h3>
          <p dir="auto">{found.appeal}</p>
        </>
      )}
      {found.appealAnswer !== null && <p>{queue.answers[found.appealAnswer]}</p>}
    </>
  )
}

type Props = { found: CaseDetail; backPath: string; nextPath: string }

/** One case: what it is about, the reports, earlier decisions, and what can be done. */
export const CasePanel = ({ found, backPath, nextPath }: Props) => {
  const { queue } = useMessages(caseMessages)
  return (
    <section className="panel case" aria-labelledby="case-heading">
      <Link className="link queue__back" to={backPath}>
        {queue.back}
      </Link>
      <h2 id="case-heading" translate="no">
        {found.productName ?? found.memberName}
      </h2>
      {found.productName === null && <p>{queue.member}</p>}
      {found.takenBy !== null && !found.isMine && (
        <p>
          <span className="badge badge--warn">{queue.taken(found.takenBy)}</span>
        </p>
      )}
      <Facts found={found} />
      {found.slug !== null && !found.isHidden && (
        <Link className="link" to={`/bikes/${found.slug}`}>
          {queue.see}
        </Link>
      )}
      <Advertisement found={found} />
      <FiredRules found={found} />
      <Reports found={found} />
      <RepeatedTexts texts={found.repeatedTexts} />
      <ReportedChats chats={found.chats} />
      <Earlier found={found} />
      <ProposedRemoval found={found} />
      <Decided found={found} />
      {found.isAppeal && <AnswerForm found={found} nextPath={nextPath} />}
      {found.decision === null && <DecideForm found={found} nextPath={nextPath} />}
      {found.decision === 'hide' && found.isHidden && !found.isAppeal && <ShowAgain found={found} />}
    </section>
  )
}
