import { ChevronLeft } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { toDealPath, toTransferPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { FeeCheck, useFormatFee } from '#web/components/transfer-fees.tsx'
import { TransferStyles } from '#web/components/transfer-styles.tsx'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { Checklist } from './checklist.tsx'
import { Countdown } from './countdown.tsx'
import { TransferDialog, type TransferDialogName } from './transfer-dialogs.tsx'
import { TransferSteps } from './transfer-steps.tsx'
import type { Transfer } from './transfer-types.ts'

// Where BRTA has its forms and takes payments; we redraw none of them.
const brtaSite = 'bsp.brta.gov.bd'

/** Loads a transfer, and the day that it is in Dhaka. */
export const loader = ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const fetchTransfer = async () => ({
    transfer: await client('GET /transfers/:id', { params: { id } }),
    today: getDhakaDay(new Date()),
  })
  return toPageResult(fetchTransfer())
}

type Loaded = { transfer: Transfer; today: string }
type OpenDialog = (name: TransferDialogName) => void

/** The next act of a side, and the correction of the one before. */
const listActs = (
  transfer: Transfer,
  side: 'buyer' | 'seller',
): { next: TransferDialogName | null; done: TransferDialogName | null } => {
  if (transfer.state === 'cancelled') return { next: null, done: null }
  if (side === 'seller') return transfer.noticeOn ? { next: null, done: 'notice' } : { next: 'notice', done: null }
  if (!transfer.appliedOn) return { next: 'apply', done: null }
  return transfer.slip === null ? { next: 'slip', done: 'apply' } : { next: null, done: 'slip' }
}

const Acts = ({ transfer, side, open }: { transfer: Transfer; side: 'buyer' | 'seller'; open: OpenDialog }) => {
  const { acts } = useMessages(transferMessages)
  const { next, done } = listActs(transfer, side)
  return (
    <>
      {next && (
        <button className="btn btn--primary" type="button" onClick={() => open(next)}>
          {acts[next === 'details' ? 'save' : next]}
        </button>
      )}
      {done && (
        <button className="btn btn--quiet" type="button" onClick={() => open(done)}>
          {acts.correct}
        </button>
      )}
    </>
  )
}

const ReceiptPanel = ({ transfer, open }: { transfer: Transfer; open: OpenDialog }) => {
  const { receipt } = useMessages(transferMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const forget = () =>
    run(async () => {
      await client('PUT /transfers/:id', { params: { id: transfer._id }, body: { act: 'forget_details' } })
      toast.success(receipt.forgotten)
      await revalidate()
    })
  return (
    <section className="panel" aria-labelledby="sale-receipt">
      <h2 id="sale-receipt">{receipt.heading}</h2>
      <p>{receipt.text}</p>
      {transfer.details && (
        <p dir="auto">
          <b>{transfer.details.name}</b>, {transfer.details.address}
        </p>
      )}
      <small>{(transfer.hasOtherDetails ? receipt.other : receipt.noOther)(transfer.otherName)}</small>
      <Link className="btn btn--line" to={toTransferPath(transfer._id, 'receipt')}>
        {receipt.open}
      </Link>{' '}
      <button className="btn btn--quiet" type="button" onClick={() => open('details')}>
        {receipt.edit}
      </button>{' '}
      {transfer.details && (
        <button className="btn btn--quiet" type="button" disabled={isBusy} onClick={forget}>
          {receipt.forget}
        </button>
      )}
    </section>
  )
}

const Fees = ({ transfer }: { transfer: Transfer }) => {
  const { fees, forms } = useMessages(transferMessages)
  const formatFee = useFormatFee()
  return (
    <section className="panel" aria-labelledby="transfer-fees">
      <h2 id="transfer-fees">{fees.heading}</h2>
      <ul className="fees">
        {transfer.fees.map((fee) => (
          <li key={fee.name}>
            <b>{fees.names[fee.name]}</b>
            <span className="num">{formatFee(fee)}</span>
            <FeeCheck fee={fee} />
          </li>
        ))}
      </ul>
      <p>
        {forms}{' '}
        <a className="link" href={`https://${brtaSite}/`} rel="noopener noreferrer" target="_blank">
          {brtaSite}
        </a>
      </p>
    </section>
  )
}

const Frame = ({ transfer, children }: { transfer: Transfer; children: ReactNode }) => {
  const { title } = useMessages()
  const messages = useMessages(transferMessages)
  const formatDay = useFormatDay()
  const side = transfer.side ?? 'seller'
  return (
    <article>
      <title>{title(messages.headings[side])}</title>
      <nav className="crumb" aria-label={messages.back}>
        <Icon of={ChevronLeft} size={18} />
        <Link to={transfer.side === null ? `/dashboard/alldeals/${transfer._id}` : toDealPath(transfer._id)}>
          {messages.back}
        </Link>
      </nav>
      <h1>{messages.headings[side]}</h1>
      <p className="deal__say">
        <SentenceWithName
          text={`${transfer.productName} · ${messages.about[side](transfer.otherName, formatDay(transfer.soldOn))}`}
          name={transfer.productName}
        />
      </p>
      {children}
    </article>
  )
}

const TransferScreen = ({ transfer, today }: Loaded) => {
  const { warning } = useMessages(transferMessages)
  const [dialog, setDialog] = useState<TransferDialogName | null>(null)
  // The admin reads what the seller reads, and does nothing.
  const side = transfer.side ?? 'seller'
  const isOpen = transfer.state !== 'cancelled'
  return (
    <Frame transfer={transfer}>
      <div className="transfer">
        <div className="transfer__col">
          <Countdown transfer={transfer} side={side} />
          {transfer.side && isOpen && <Checklist id={transfer._id} side={side} ticks={transfer.ticks} />}
        </div>
        <div className="transfer__col">
          <section className="panel">
            <TransferSteps transfer={transfer} side={side} />
            {transfer.side && <Acts transfer={transfer} side={side} open={setDialog} />}
          </section>
          {isOpen && transfer.state !== 'done' && (
            <Note>{side === 'buyer' ? warning.buyer(transfer.otherName) : warning.seller}</Note>
          )}
          {transfer.side && isOpen && <ReceiptPanel transfer={transfer} open={setDialog} />}
          <Fees transfer={transfer} />
        </div>
      </div>
      {dialog && <TransferDialog name={dialog} transfer={transfer} today={today} onClose={() => setDialog(null)} />}
    </Frame>
  )
}

/** What a side of a sale does at BRTA, and until when. */
export default function TransferPage() {
  const { retry } = useMessages(transferMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  return (
    <>
      <DealStyles />
      <TransferStyles />
      {result.ok ? (
        <TransferScreen {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
