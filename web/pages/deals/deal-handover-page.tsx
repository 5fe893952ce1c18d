import { CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import {
  Link,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
} from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { type Deal, getUnpaidTaka, toFirstName, useDealSentences } from '#web/components/deals/describe-deal.ts'
import { parseHandoverFragment } from '#web/components/deals/handover-link.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { takaPattern } from '#web/lib/whole-number-pattern.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DealScreen } from './deal-screen.tsx'
import { HandoverOrder } from './handover-order.tsx'

const isHandedOver = ({ state }: Deal): boolean => state === 'handed_over'

/**
 * Loads the deal. A buyer who opens the link of the own QR code is led to the deal, and so is a seller who has nothing to
 * hand over now. After the handover the answer stays here.
 */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const deal = await context.get(appContext).client('GET /deals/:id', { params: { id } })
  const mayStay = isHandedOver(deal) || deal.acts.includes('hand_over')
  if (deal.side !== 'seller' || !mayStay) throw redirect(toDealPath(id))
  return { deal, nowMs: Date.now() }
}

/** The code that the camera read, and a function that forgets it. It leaves the address, and so the history, at once. */
const useScannedCode = (): [code: string | undefined, forget: () => void] => {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const scanned = parseHandoverFragment(hash)
  const [code, setCode] = useState(scanned)
  // Another code may be scanned while the page is open.
  if (scanned !== undefined && scanned !== code) setCode(scanned)
  useEffect(() => {
    if (scanned !== undefined) void navigate({ pathname, hash: '' }, { replace: true, preventScrollReset: true })
  }, [scanned, pathname, navigate])
  return [code, () => setCode(undefined)]
}

/** In place of the field for the digits; the code is sent with the form. */
const ScannedCode = ({ code, onForget }: { code: string; onForget: () => void }) => {
  const { handover } = useMessages(moneyMessages)
  return (
    <div className="scanned">
      <input type="hidden" name="code" value={code} />
      <p className="note note--good" role="status">
        <Icon of={CircleCheck} size={20} />
        <span>
          <b>{handover.scanned}</b> {handover.scannedText}
        </span>
      </p>
      <button className="btn btn--quiet" type="button" onClick={onForget}>
        {handover.typeInstead}
      </button>
    </div>
  )
}

/** The answer to a right code. It stays as long as the buyer may report a problem. */
const HandedOver = ({ deal, nowMs }: { deal: Deal; nowMs: number }) => {
  const { handover } = useMessages(moneyMessages)
  const { list } = useMessages(dealMessages)
  const { taka } = useFormat()
  const { say } = useDealSentences()(deal, nowMs)
  const unpaidTaka = getUnpaidTaka(deal)
  return (
    <DealScreen dealId={deal._id} bike={deal} title={handover.title} heading={handover.success} isGood>
      <p className="deal__say">
        <b>{handover.giveNow(toFirstName(deal.otherName))}</b>
      </p>
      {unpaidTaka > 0 && <p className="deal__say">{handover.notPaid(taka(unpaidTaka), taka(deal.price))}</p>}
      <p className="deal__say">{say}</p>
      <div className="acts">
        <Link className="btn btn--primary btn--lg" to={toDealPath(deal._id)}>
          {list.open}
        </Link>
      </div>
    </DealScreen>
  )
}

/** What the seller received in cash, in Taka: what was counted is entered, not taken for granted. */
const CashField = ({ rest, problem }: { rest: number; problem: string | undefined }) => {
  const { handover } = useMessages(moneyMessages)
  const { taka, count } = useFormat()
  const [cash, setCash] = useState('')
  return (
    <>
      <Field
        id="handover-cash"
        name="cashTaka"
        label={handover.cash}
        hint={handover.cashHint(taka(rest))}
        type="text"
        inputMode="numeric"
        maxLength={20}
        value={cash}
        onChange={({ currentTarget }) => setCash(currentTarget.value)}
        pattern={takaPattern}
        problem={problem}
      />
      <div className="acts">
        <button className="btn btn--quiet" type="button" onClick={() => setCash(count(rest))}>
          {handover.allCash(taka(rest))}
        </button>
      </div>
    </>
  )
}

type LessCash = { cashTaka: number; answer: (isMeant: boolean) => void }

/** Asks a seller who typed less cash than is left of the price. */
const useLessCash = (rest: number) => {
  const { handover } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const [asked, setAsked] = useState<LessCash>()
  /** Resolves when the seller has answered. */
  const isMeant = (cashTaka: number): Promise<boolean> =>
    cashTaka >= rest ? Promise.resolve(true) : new Promise((answer) => setAsked({ cashTaka, answer }))
  const question = asked && (
    <Confirm
      heading={handover.less.heading(taka(rest - asked.cashTaka))}
      text={handover.less.text(taka(asked.cashTaka), taka(rest))}
      labels={{ ...handover.less, busy: handover.submitting }}
      onConfirm={async () => asked.answer(true)}
      onClose={() => {
        asked.answer(false)
        setAsked(undefined)
      }}
    />
  )
  return { isMeant, question }
}

/** The seller types the six digits that the buyer reads aloud, or has scanned them, and says what was paid in cash. */
const HandoverForm = ({ deal }: { deal: Deal }) => {
  const { handover } = useMessages(moneyMessages)
  const { digits, taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [scanned, forgetScanned] = useScannedCode()
  const { isMeant, question } = useLessCash(deal.rest)
  const send = async (form: FormData) => {
    const cashTaka = parseWholeNumber(getFormText(form, 'cashTaka'))
    // The form has checked the amount; a deal without a rest has no such field.
    if (cashTaka !== null && !(await isMeant(cashTaka))) return
    const body = { code: getFormText(form, 'code'), ...(cashTaka !== null && { cashTaka }) }
    try {
      await client('POST /deals/:id/handover', { params: { id: deal._id }, body })
    } catch (error) {
      // The buyer has a newer code: the field for the digits shows the message.
      if (isApiResponseError(error) && error.code === 'wrong_handover_code') forgetScanned()
      throw error
    }
    await revalidate()
  }
  return (
    <DealScreen
      dealId={deal._id}
      bike={deal}
      title={handover.title}
      heading={scanned === undefined ? handover.heading(toFirstName(deal.otherName)) : handover.title}
    >
      <p className="deal__say">{handover.lead}</p>
      <AsyncForm messages={handover} fields={['code', 'cashTaka']} onSend={send}>
        {(problems) => (
          <>
            {scanned === undefined ? (
              <div className="field--code">
                <Field
                  id="handover-code"
                  name="code"
                  label={handover.code(toFirstName(deal.otherName))}
                  hint={handover.codeHint}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder={digits('000 000')}
                  maxLength={20}
                  problem={problems['code']}
                />
              </div>
            ) : (
              <ScannedCode code={scanned} onForget={forgetScanned} />
            )}
            {deal.rest > 0 && <CashField rest={deal.rest} problem={problems['cashTaka']} />}
          </>
        )}
      </AsyncForm>
      {deal.online > 0 && <p className="hint">{handover.paidHere(taka(deal.online))}</p>}
      {question}
      <HandoverOrder deal={deal} />
      <p>
        {handover.wayOut}{' '}
        <Link className="link" to={toDealPath(deal._id)}>
          {handover.wayOutLink}
        </Link>
      </p>
    </DealScreen>
  )
}

export default function DealHandover() {
  const { deal, nowMs } = useLoaderData<typeof loader>()
  // The buyer pays the rest meanwhile, or another device of the seller has typed the code.
  useRevalidateOnNotification()
  return isHandedOver(deal) ? <HandedOver deal={deal} nowMs={nowMs} /> : <HandoverForm deal={deal} />
}
