// The page to which a wallet sends the buyer back. It asks again until the wallet has said what happened.
import { useEffect } from 'react'
import { data, Link, useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { ordersPath, toDealPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { walletMessages } from '#web/i18n/en/wallets.ts'
import { Note } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { ResultLine } from './payment-result.tsx'
import { PaymentStyles } from './payment-styles.tsx'

const wallets = ['bkash', 'sslcommerz'] as const
const hints = ['success', 'failure', 'cancel'] as const

/** Asks the wallet what became of a payment; `status` is what it told the browser. */
const askWallet = (client: Client, way: (typeof wallets)[number], query: URLSearchParams) => {
  const hint = hints.find((one) => one === query.get('status'))
  const body = { way, reference: query.get('paymentID') ?? '', ...(hint && { hint }) }
  return client('POST /payments/return', { body })
}

/** The deal that was paid, for what is left of it; without an answer its own page says so. */
const fetchDeal = async (client: Client, id: string | null) =>
  id === null ? null : client('GET /deals/:id', { params: { id } }).catch(() => null)

/** Asks what became of the payment of /dashboard/paid/:way?paymentID=…&status=… */
export const loader = async ({ context, request, params }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const way = wallets.find((one) => one === params['way'])
  if (!way || !query.get('paymentID')) throw data(null, { status: 404 })
  const { client } = context.get(appContext)
  const answer = await askWallet(client, way, query)
  return { ...answer, way, deal: answer.state === 'paid' ? await fetchDeal(client, answer.dealId) : null }
}

type Result = Awaited<ReturnType<typeof loader>>

const pollMs = 2_000

/** Asks again while the wallet has not answered, and loads the result once it has. Without a connection it goes on asking. */
const usePolling = ({ state, way }: Result): void => {
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  useEffect(() => {
    if (state !== 'waiting') return undefined
    let isAsking = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      const answer = await toLoadResult(askWallet(client, way, query))
      isAsking = false
      if (answer.ok && answer.value.state !== 'waiting') await revalidate()
    }
    const timer = setInterval(() => void ask(), pollMs)
    return () => clearInterval(timer)
  }, [state, way, query, client, revalidate])
}

const toPayPath = ({ bookingId, wishlistId }: Result): string =>
  bookingId === null ? `/dashboard/payments/${wishlistId}` : `/dashboard/payment/${bookingId}`

const Paid = ({ result }: { result: Result }) => {
  const messages = useMessages(walletMessages)
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  const { deal } = result
  return (
    <>
      <span className="stamp stamp--good">{payment.paid}</span>
      <h2 className="h3">{payment.congrats}</h2>
      {deal !== null && (
        <ResultLine deal={deal} payments={deal.payments} restTaka={deal.state === 'held' ? deal.rest : 0} />
      )}
      <p>{payment.saveNumber}</p>
      <dl className="summary">
        <div>
          <dt>{messages.transactionId}</dt>{' '}
          <dd className="num pay__id" translate="no">
            {result.transactionId}
          </dd>
        </div>
        <div>
          <dt>{messages.ways[result.way]}</dt> <dd className="num">{taka(result.amount)}</dd>
        </div>
      </dl>
      <div className="pay__acts">
        {result.dealId !== null && (
          <Link className="btn btn--primary" to={toDealPath(result.dealId)}>
            {messages.see}
          </Link>
        )}
      </div>
    </>
  )
}

const Outcome = ({ result }: { result: Result }) => {
  const messages = useMessages(walletMessages)
  if (result.state === 'paid') return <Paid result={result} />
  if (result.state === 'waiting')
    return (
      <>
        <h2 className="h3">
          <Spinner size={24} className="wheel-in" /> {messages.wallets[result.way].waiting}
        </h2>
        <Note>{messages.wallets[result.way].waitingText}</Note>
      </>
    )
  if (result.state === 'review')
    return (
      <>
        <h2 className="h3">{messages.review}</h2>
        <Note>{messages.reviewText}</Note>
      </>
    )
  if (result.state === 'refunded')
    return (
      <>
        <h2 className="h3">{messages.refunded}</h2>
        {result.message !== null && <Note>{result.message}</Note>}
      </>
    )
  return (
    <>
      <h2 className="h3">{messages.unpaid}</h2>
      <Note>{messages.failures[result.failure ?? 'refused']}</Note>
      {result.failure !== 'bike_gone' && (
        <div className="pay__acts">
          <Link className="btn btn--primary" to={toPayPath(result)} reloadDocument>
            {messages.again}
          </Link>
        </div>
      )}
    </>
  )
}

export default function PaidPage() {
  const messages = useMessages(walletMessages)
  const { title, payment } = useBuyerMessages()
  const result = useLoaderData<typeof loader>()
  usePolling(result)
  return (
    <div className="pay">
      <DealStyles />
      <PaymentStyles />
      <title>{title(messages.wallets[result.way].title)}</title>
      <h1 className="bike__title">
        <SentenceWithName text={payment.heading(result.productName)} name={result.productName} />
      </h1>
      <span className="heading__rule" aria-hidden />
      <div className="panel pay__end" aria-live="polite">
        <Outcome result={result} />
        <div className="pay__acts">
          <Link className="btn btn--line" to={ordersPath}>
            {messages.orders}
          </Link>
        </div>
      </div>
    </div>
  )
}
