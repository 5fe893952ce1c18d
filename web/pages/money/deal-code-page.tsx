import { useEffect, useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Note } from '#web/ui/note.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { toHandoverLink } from '#web/components/deals/handover-link.ts'
import { QrCode } from '#web/components/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DealScreen } from './deal-screen.tsx'

/** Loads the deal; its code is fetched when it may be shown, and kept nowhere. Without a code it leads to the deal. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const deal = await context.get(appContext).client('GET /deals/:id', { params: { id } })
  if (!deal.acts.includes('show_code')) throw redirect(toDealPath(id))
  return { deal, nowMs: Date.now() }
}

type Loaded = Awaited<ReturnType<typeof loader>>

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

/** The code, large; screen readers say its digits one by one. The seller may scan it instead of typing it. */
const Digits = ({ deal, code: { code, qr } }: { deal: Loaded['deal']; code: Code }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { digits } = useFormat()
  const { shopUrl } = useApp()
  return (
    <>
      <p className="code num">
        <span className="sr-only">{[...digits(code)].join(' ')}</span>
        <span aria-hidden>
          {digits(code.slice(0, 3))} {digits(code.slice(3))}
        </span>
      </p>
      <p className="note note--stop code__warning">
        <span>
          <b>{messages.warning}</b> {messages.explain}
        </span>
      </p>
      <figure className="scan">
        <QrCode text={toHandoverLink({ origin: shopUrl, dealId: deal._id, qr })} label={messages.qr} />
        <figcaption>{messages.scan(toFirstName(deal.otherName))}</figcaption>
      </figure>
    </>
  )
}

const ShowCode = ({ deal }: { deal: Loaded['deal'] }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { client } = useApp()
  const [code, setCode] = useState<Code>()
  const [isBusy, run] = useAction()
  const needsWord = deal.meetAt === null
  const show = () =>
    run(async () => {
      const shown = await client('GET /deals/:id/code', {
        params: { id: deal._id },
        ...(needsWord && { query: { together: 'yes' as const } }),
      })
      setCode(shown)
    })
  useWakeLock(code !== undefined)
  if (code !== undefined) return <Digits deal={deal} code={code} />
  return (
    <>
      <p className="note note--warn">
        <span>{needsWord ? messages.togetherText : messages.warning}</span>
      </p>
      <div className="acts">
        <button className="btn btn--primary btn--lg" type="button" aria-busy={isBusy} onClick={show}>
          {isBusy && <Spinner size={18} className="wheel-in" />}
          {isBusy ? messages.loading : needsWord ? messages.together : messages.show}
        </button>
      </div>
    </>
  )
}

export default function DealCode() {
  const { code } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { deal, nowMs } = useLoaderData<typeof loader>()
  const isEarly = deal.codeFrom !== null && new Date(deal.codeFrom).getTime() > nowMs
  return (
    <DealScreen dealId={deal._id} bike={deal} title={code.title} heading={code.heading(toFirstName(deal.otherName))}>
      {isEarly && deal.codeFrom !== null ? (
        <Note>{code.appears(times.at(deal.codeFrom))}</Note>
      ) : (
        <ShowCode deal={deal} />
      )}
    </DealScreen>
  )
}
