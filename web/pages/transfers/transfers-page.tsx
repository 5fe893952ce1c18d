import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { TransferSummary as Shape } from '#contract/transfers/transfers.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toTransferPath } from '#web/components/deals/deal-paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { TransferStyles } from '#web/components/transfer-styles.tsx'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** Loads the newest transfers. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  toPageResult(context.get(appContext).client('GET /transfers', { query: { limit: '100' } }))

type Summary = z.output<typeof Shape>

const Row = ({ transfer }: { transfer: Summary }) => {
  const messages = useMessages(transferMessages)
  const { count } = useFormat()
  const formatDay = useFormatDay()
  const { side, state } = transfer
  const isLate = side === 'buyer' ? transfer.isApplicationLate : transfer.isNoticeLate
  const left = side === 'buyer' ? transfer.applyDaysLeft : transfer.noticeDaysLeft
  const time = isLate ? messages.late(count(-left)) : `${count(left)} ${messages.daysLeft(left)}`
  const isMyTurn = side === 'buyer' ? state === 'open' || state === 'notice_given' : state === 'open'
  return (
    <li>
      <Link to={toTransferPath(transfer._id)}>
        <Picture src={transfer.image} alt="" sizes="100px" />
        <b translate="no">{transfer.productName}</b>
        <span>{messages.about[side](transfer.otherName, formatDay(transfer.soldOn))}</span>
        {isMyTurn || isLate ? (
          <span className={isLate ? 'is-late' : undefined}>{`${messages.headings[side]} · ${time}`}</span>
        ) : (
          <span>{messages.states[state]}</span>
        )}
      </Link>
    </li>
  )
}

/** The transfers of what a member bought and sold, newest first. */
export default function Transfers() {
  const { title } = useMessages()
  const { list, retry } = useMessages(transferMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <TransferStyles />
      <title>{title(list.heading)}</title>
      <DashboardHead>{list.heading}</DashboardHead>
      {!result.ok ? (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      ) : result.value.length === 0 ? (
        <EmptyState
          heading={list.none}
          action={
            <Link className="btn btn--primary" to="/bikes">
              {list.search}
            </Link>
          }
        >
          {list.noneText}
        </EmptyState>
      ) : (
        <ul className="transferlist">
          {result.value.map((transfer) => (
            <Row key={transfer._id} transfer={transfer} />
          ))}
        </ul>
      )}
    </>
  )
}
