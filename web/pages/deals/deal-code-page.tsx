import { useEffect, useEffectEvent, useState } from 'react'
import { Link, redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { handoverOrderMessages } from '#web/i18n/en/handover-order.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Note } from '#web/ui/note.tsx'
import { toDealPath, toDealPayPath } from '#web/components/deals/deal-paths.ts'
import { type Deal, isCodeEarly, mayPayHere, toFirstName } from '#web/components/deals/describe-deal.ts'
import { toHandoverLink } from '#web/components/deals/handover-link.ts'
import { onNotificationsChanged } from '#web/components/notifications/notification-events.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { QrCode } from '#web/components/qr-code.tsx'
import { isApiResponseError, toDisplayError } from '#web/context/display-error.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { DealScreen } from './deal-screen.tsx'
import { HandoverOrder } from './handover-order.tsx'

const hasCode = ({ acts }: Deal): boolean => acts.includes('show_code')

/**
 * Loads the deal; its code is fetched when it may be shown, and kept nowhere. Where there is no code and none would come by
 * paying, it leads to the deal: also after the handover, while the page is open.
 */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const deal = await context.get(appContext).client('GET /deals/:id', { params: { id } })
  if (!hasCode(deal) && !mayPayHere(deal)) throw redirect(toDealPath(id))
  return { deal, nowMs: Date.now() }
}

/** Keeps the screen of the phone on while it is needed, where the browser can. */
const useWakeLock = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined
    // The phone may refuse, for example with an empty battery; the code stays readable.
    const lock = navigator.wakeLock.request('screen').catch(() => null)
    return () => void lock.then((held) => held?.release())
  }, [isNeeded])
}

type Code = { code: string; qr: string }

/**
 * The code, large; screen readers say its digits one by one. The seller may scan it instead of typing it, so digits, warning
 * and picture stand on one screen of a phone.
 */
const Digits = ({ deal, code: { code, qr } }: { deal: Deal; code: Code }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { digits } = useFormat()
  const { shopUrl } = useApp()
  return (
    <>
      <p className="code num" translate="no">
        <span className="sr-only">{[...digits(code)].join(' ')}</span>{' '}
        <span aria-hidden>
          {digits(code.slice(0, 3))} {digits(code.slice(3))}
        </span>
      </p>
      <p className="note note--stop code__warning">
        <b>{messages.warning}</b>
      </p>
      <figure className="scan">
        <QrCode text={toHandoverLink({ origin: shopUrl, dealId: deal._id, qr })} label={messages.qr} />
        <figcaption>{messages.scan(toFirstName(deal.otherName))}</figcaption>
      </figure>
      <p>{messages.explain}</p>
    </>
  )
}

/** Fetches the code on request, and again whenever something happened, because it may have been replaced. */
const useCode = (deal: Deal) => {
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [code, setCode] = useState<Code>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { _id: id, meetAt } = deal
  const load = async () => {
    try {
      const query = meetAt === null ? { query: { together: 'yes' as const } } : {}
      setCode(await client('GET /deals/:id/code', { params: { id }, ...query }))
      setProblem(undefined)
    } catch (error) {
      setProblem(toDisplayError(error).message)
      // Without a connection the digits stay; where there is no code any more, the loader leads away.
      if (!isApiResponseError(error)) return
      setCode(undefined)
      await revalidate()
    }
  }
  const refresh = useEffectEvent(async () => {
    // After the handover there is no code to ask for; the loader leads away. Without a connection the digits stay.
    const now = await client('GET /deals/:id', { params: { id } }).catch(() => null)
    if (now && hasCode(now)) await load()
  })
  const isShown = code !== undefined
  useEffect(() => (isShown ? onNotificationsChanged(() => void refresh()) : undefined), [isShown])
  const show = () => {
    setIsBusy(true)
    void load().finally(() => setIsBusy(false))
  }
  return { code, problem, isBusy, show }
}

const ShowCode = ({ deal }: { deal: Deal }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { code, problem, isBusy, show } = useCode(deal)
  const needsWord = deal.meetAt === null
  useWakeLock(code !== undefined)
  if (code !== undefined) return <Digits deal={deal} code={code} />
  return (
    <>
      <p className="note note--warn">
        <span>{needsWord ? messages.togetherText : messages.warning}</span>
      </p>
      {problem !== undefined && (
        <p className="note note--stop" role="alert">
          <span>{problem}</span>
        </p>
      )}
      <div className="acts">
        <button className="btn btn--primary btn--lg" type="button" aria-busy={isBusy} onClick={show}>
          {isBusy && <Spinner size={18} className="wheel-in" />}
          {isBusy ? messages.loading : needsWord ? messages.together : messages.show}
        </button>
      </div>
    </>
  )
}

/** A link to the payment page, which needs a newly loaded document. */
const PayLink = ({ deal, children, isMain = false }: { deal: Deal; children: string; isMain?: boolean }) => (
  <div className="acts">
    <Link className={isMain ? 'btn btn--primary btn--lg' : 'btn btn--line'} to={toDealPayPath(deal._id)} reloadDocument>
      {children}
    </Link>
  </div>
)

/** Before anything is paid: what is missing, and the way to it. */
const Unpaid = ({ deal }: { deal: Deal }) => {
  const { buttons } = useMessages(dealActMessages)
  const order = useMessages(handoverOrderMessages)
  return (
    <>
      <p className="note note--warn">
        <span>
          <b>{order.unpaid}</b> {order.unpaidText}
        </span>
      </p>
      <PayLink deal={deal} isMain>
        {buttons.pay}
      </PayLink>
    </>
  )
}

/** Before the time of the code: when it appears, and what two do who meet earlier. */
const Early = ({ deal, codeFrom }: { deal: Deal; codeFrom: string }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { buttons } = useMessages(dealActMessages)
  const { earlier } = useMessages(handoverOrderMessages)
  const { times } = useMessages(dealMessages)
  const mayMove = deal.acts.includes('propose_meeting') || deal.acts.includes('agree_meeting')
  return (
    <>
      <Note>{messages.appears(times.at(codeFrom))}</Note>
      {mayMove && (
        <>
          <p>{earlier(toFirstName(deal.otherName))}</p>
          <div className="acts">
            <Link className="btn btn--line" to={toDealPath(deal._id)}>
              {buttons.changeTime}
            </Link>
          </div>
        </>
      )}
    </>
  )
}

export default function DealCode() {
  const { code } = useMessages(moneyMessages)
  const { buttons } = useMessages(dealActMessages)
  const order = useMessages(handoverOrderMessages)
  const { taka } = useFormat()
  const { deal, nowMs } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  return (
    <DealScreen dealId={deal._id} bike={deal} title={code.title} heading={code.heading(toFirstName(deal.otherName))}>
      {!hasCode(deal) ? (
        <Unpaid deal={deal} />
      ) : deal.codeFrom !== null && isCodeEarly(deal, nowMs) ? (
        <Early deal={deal} codeFrom={deal.codeFrom} />
      ) : (
        <>
          {deal.rest > 0 && <p className="deal__say">{order.leftToPay(taka(deal.rest))}</p>}
          <ShowCode deal={deal} />
        </>
      )}
      <HandoverOrder deal={deal} />
      {deal.acts.includes('pay_rest') && <PayLink deal={deal}>{buttons.payRest}</PayLink>}
      {deal.acts.includes('report_problem') && (
        <div className="acts">
          <Link className="btn btn--quiet" to={toDealPath(deal._id, 'problem')}>
            {buttons.problem}
          </Link>
        </div>
      )}
    </DealScreen>
  )
}
