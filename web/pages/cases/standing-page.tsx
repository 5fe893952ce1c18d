import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Page } from '#contract/call.ts'
import type { badgeCalls } from '#contract/cases/badges.ts'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

type OwnCase = z.output<(typeof caseCalls)['GET /standing']['response']>[number]
type OwnBadge = NonNullable<z.output<(typeof badgeCalls)['GET /badge']['response']>['badge']>
type OwnReport = z.output<(typeof caseCalls)['GET /reports']['response']>[number]

const pageSize = '20'

/** Loads what was decided about the member, and what they have reported. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const load = async () => {
    const [{ badge }, cases, reports] = await Promise.all([
      client('GET /badge'),
      client.page('GET /standing', { query: { limit: pageSize } }),
      client.page('GET /reports', { query: { limit: pageSize } }),
    ])
    return { badge, cases, reports }
  }
  return toPageResult(load())
}

const AppealForm = ({ caseId, until }: { caseId: string; until: string }) => {
  const { standing } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const send = async (form: FormData) => {
    await client('POST /appeals', { body: { caseId, words: getFormText(form, 'words') } })
    toast.success(standing.sent)
    await revalidate()
  }
  return (
    <AsyncForm messages={standing} fields={['words']} onSend={send}>
      {(problems) => (
        <TextField
          id={`appeal-${caseId}`}
          name="words"
          label={standing.appeal}
          hint={standing.appealUntil(times.at(until))}
          rows={3}
          maxLength={1_000}
          problem={problems['words']}
        />
      )}
    </AsyncForm>
  )
}

const DecisionCard = ({ one }: { one: OwnCase }) => {
  const { standing } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  return (
    <li className="panel case">
      <h3>{standing.decisions[one.decision]}</h3>
      <p>
        {one.productName !== null && (
          <>
            <span translate="no">{one.productName}</span> ·{' '}
          </>
        )}
        {times.at(one.decidedAt)}
      </p>
      {one.suspendedUntil !== null && (
        <>
          <p>
            <b>{standing.suspendedUntil(times.at(one.suspendedUntil))}</b>
          </p>
          <p>{standing.rules}</p>
        </>
      )}
      <p dir="auto">
        <b>{standing.because}:</b> {one.reason}
      </p>
      {one.isBikeHidden && (
        <p>
          {standing.bikeHidden}{' '}
          <Link className="link" to="/#contact">
            {standing.write}
          </Link>
        </p>
      )}
      {one.appeal && (
        <>
          <p>{one.appeal.answer === null ? standing.waiting : standing.answers[one.appeal.answer]}</p>
          {one.appeal.reason !== null && <p dir="auto">{one.appeal.reason}</p>}
        </>
      )}
      {one.appealUntil !== null && <AppealForm caseId={one._id} until={one.appealUntil} />}
    </li>
  )
}

const BadgeCard = ({ badge: { evidence, givenOn, until, ended } }: { badge: OwnBadge }) => {
  const { standing } = useMessages(caseMessages)
  const format = useFormatDay()
  const { badge } = standing
  return (
    <section className="panel case" aria-labelledby="own-badge">
      <h2 id="own-badge">{ended === null ? badge.shown : badge.ended[ended.cause]}</h2>
      <p>{badge.checked(badge.evidence[evidence], format(givenOn), format(until))}</p>
      {ended === null ? <p>{badge.renew}</p> : <p>{badge.endedOn(format(ended.on))}</p>}
      {ended?.reason != null && (
        <p dir="auto">
          <b>{standing.because}:</b> {ended.reason}
        </p>
      )}
    </section>
  )
}

const ReportCard = ({ one }: { one: OwnReport }) => {
  const { standing, reasons } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { waits, upheld, dismissed } = standing.outcomes
  return (
    <li className="panel case">
      <h3>{one.about}</h3>
      <p>
        {reasons[one.reason]} · {times.at(one.createdAt)}
      </p>
      <p>
        <b>{one.isUpheld === null ? waits : one.isUpheld ? upheld : dismissed}</b>
      </p>
    </li>
  )
}

/** A list with its further pages, which "Show more" adds. */
const useMore = <Item,>(first: Page<Item>, fetchPage: (cursor: string) => Promise<Page<Item>>) => {
  const [isBusy, run] = useAction()
  const [older, setOlder] = useState<Page<Item>>({ items: [], next: first.next })
  const { next } = older
  const showMore =
    next === null
      ? null
      : () =>
          run(async () => {
            const page = await fetchPage(next)
            setOlder({ items: [...older.items, ...page.items], next: page.next })
          })
  return { items: [...first.items, ...older.items], isBusy, showMore }
}

const More = ({ isBusy, showMore }: { isBusy: boolean; showMore: (() => void) | null }) => {
  const { standing } = useMessages(caseMessages)
  if (!showMore) return null
  return (
    <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={showMore}>
      {standing.more}
    </button>
  )
}

const Lists = ({
  badge,
  cases,
  reports,
}: {
  badge: OwnBadge | null
  cases: Page<OwnCase>
  reports: Page<OwnReport>
}) => {
  const { standing } = useMessages(caseMessages)
  const { client } = useApp()
  const toQuery = (cursor: string) => ({ query: { limit: pageSize, cursor } })
  const decided = useMore(cases, (cursor) => client.page('GET /standing', toQuery(cursor)))
  const reported = useMore(reports, (cursor) => client.page('GET /reports', toQuery(cursor)))
  return (
    <div className="standing">
      {badge !== null && <BadgeCard badge={badge} />}
      <h2>{standing.about}</h2>
      {decided.items.length === 0 && <p>{standing.none}</p>}
      <ul className="dl">
        {decided.items.map((one) => (
          <DecisionCard key={one._id} one={one} />
        ))}
      </ul>
      <More {...decided} />
      <h2>{standing.reports}</h2>
      {reported.items.length === 0 && <p>{standing.noReports}</p>}
      <ul className="dl">
        {reported.items.map((one) => (
          <ReportCard key={one._id} one={one} />
        ))}
      </ul>
      <More {...reported} />
    </div>
  )
}

export default function Standing() {
  const { title } = useMessages()
  const { standing, queue } = useMessages(caseMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(standing.title)}</title>
      <DealStyles />
      <DashboardHead>{standing.title}</DashboardHead>
      {result.ok ? (
        <Lists {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={queue.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
