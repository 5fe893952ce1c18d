import { CircleAlert, Pencil } from 'lucide'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { caseCalls } from '#contract/cases/case-calls.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { publishingMessages } from '#web/i18n/en/publishing.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Note } from '#web/ui/note.tsx'

type WaitingBike = z.output<(typeof caseCalls)['GET /waiting/:id']['response']>
type Reason = WaitingBike['reasons'][number]

/** Loads why the bike of the URL waits; 404 for one that does not. */
export const loader = ({ context, params: { id = '' } }: LoaderFunctionArgs) =>
  context.get(appContext).client('GET /waiting/:id', { params: { id } })

const useQuote = () => {
  const { waits } = useMessages(publishingMessages)
  const { taka } = useFormat()
  return ({ rule, quote }: Reason): string | null => {
    if (quote === null || rule === 'same_text' || rule === 'same_picture') return null
    return rule === 'price_far_below' ? waits.asked(taka(Number(quote))) : waits.quoted(quote)
  }
}

const ReasonItem = ({ reason }: { reason: Reason }) => {
  const { told } = useMessages(publishingMessages)
  const toQuote = useQuote()
  if (!(reason.rule in told)) return null
  const { heading, text } = told[reason.rule]
  const quote = toQuote(reason)
  return (
    <li>
      <Icon of={CircleAlert} size={20} />
      <h3>{heading}</h3>
      <p dir="auto">
        {quote !== null && <>{quote} </>}
        {text}
      </p>
      {reason.rule === 'same_picture' && reason.quote !== null && (
        <img src={reason.quote} alt="" width={160} height={107} loading="lazy" />
      )}
    </li>
  )
}

/** What is to change before it goes online, or that there is nothing. */
const Reasons = ({ reasons }: Pick<WaitingBike, 'reasons'>) => {
  const { waits } = useMessages(publishingMessages)
  if (reasons.length === 0) return <p>{waits.other}</p>
  return (
    <>
      <p>{waits.because}</p>
      <ul>
        {reasons.map((reason) => (
          <ReasonItem key={reason.rule} reason={reason} />
        ))}
      </ul>
    </>
  )
}

export default function Waits() {
  const { title } = useMessages()
  const { waits } = useMessages(publishingMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const bike = useLoaderData<typeof loader>()
  const lookBy = times.at(bike.lookBy)
  const isReported = bike.because === 'reports'
  const intro = isReported ? waits.introReported : bike.reasons.length > 0 ? waits.intro : waits.introOther
  return (
    <>
      <title>{title(waits.title)}</title>
      <DealStyles />
      <DashboardHead>{waits.title}</DashboardHead>
      <div className="waits">
        <Note>{intro(lookBy)}</Note>
        <section className="panel case" aria-labelledby="waits-because">
          <h2 id="waits-because">
            <span translate="no">{bike.productName}</span> · <span className="num">{taka(bike.price)}</span>
          </h2>
          {isReported ? <p>{waits.reported}</p> : <Reasons reasons={bike.reasons} />}
          {isReported && <p>{waits.changeReported}</p>}
          <Link className="btn btn--primary" to={`/dashboard/myproducts/${bike._id}`}>
            <Icon of={Pencil} size={18} />
            {waits.edit}
          </Link>
          <p>{isReported ? waits.afterReports : waits.tell}</p>
          <p>
            {waits.wrong}{' '}
            <Link className="link" to="/#contact">
              {waits.write}
            </Link>
          </p>
        </section>
        <Link className="btn btn--line" to="/dashboard/myproducts">
          {waits.back}
        </Link>
      </div>
    </>
  )
}
