import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Note } from '#web/ui/note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DealScreen } from './deal-screen.tsx'

/** Loads the deal; its code is fetched when it may be shown, and kept nowhere. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const deal = await context.get(appContext).client('GET /deals/:id', { params: { id } })
  return { deal, nowMs: Date.now() }
}

type Loaded = Awaited<ReturnType<typeof loader>>

/** The code, large; screen readers say its digits one by one. */
const Digits = ({ code }: { code: string }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { digits } = useFormat()
  return (
    <>
      <p className="code num" aria-label={[...code].join(' ')}>
        {digits(code)}
      </p>
      <p className="note note--warn" role="note">
        <span>
          <b>{messages.warning}</b> {messages.explain}
        </span>
      </p>
    </>
  )
}

const ShowCode = ({ deal }: { deal: Loaded['deal'] }) => {
  const { code: messages } = useMessages(moneyMessages)
  const { client } = useApp()
  const [code, setCode] = useState<string>()
  const [isBusy, run] = useAction()
  const needsWord = deal.meetAt === null
  const show = () =>
    run(async () => {
      const shown = await client('GET /deals/:id/code', {
        params: { id: deal._id },
        ...(needsWord && { query: { together: 'yes' as const } }),
      })
      setCode(shown.code)
    })
  if (code !== undefined) return <Digits code={code} />
  return (
    <>
      <p>{needsWord ? messages.togetherText : messages.warning}</p>
      <div className="acts">
        <button className="btn btn--primary btn--lg" type="button" aria-busy={isBusy} onClick={show}>
          {isBusy && <Spinner size={18} className="wheel-in" />}
          {isBusy ? messages.loading : needsWord ? messages.together : messages.title}
        </button>
      </div>
    </>
  )
}

export default function DealCode() {
  const { code } = useMessages(moneyMessages)
  const { moment } = useFormat()
  const { deal, nowMs } = useLoaderData<typeof loader>()
  const isEarly = deal.codeFrom !== null && new Date(deal.codeFrom).getTime() > nowMs
  return (
    <DealScreen dealId={deal._id} title={code.title} heading={code.heading}>
      {isEarly && deal.codeFrom !== null ? (
        <Note>{code.appears(moment(deal.codeFrom))}</Note>
      ) : (
        <ShowCode deal={deal} />
      )}
    </DealScreen>
  )
}
