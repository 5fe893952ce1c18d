import { CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { redirect, useLoaderData, useLocation, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { parseHandoverFragment } from '#web/components/deals/handover-link.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { DealScreen } from './deal-screen.tsx'

/** Loads the deal; a buyer who opens the link of the own QR code is led to the deal. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const deal = await context.get(appContext).client('GET /deals/:id', { params: { id } })
  if (deal.side !== 'seller') throw redirect(toDealPath(id))
  return deal
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

/** The seller types the six digits that the buyer reads aloud, or has scanned them, and says what was paid in cash. */
export default function DealHandover() {
  const { handover } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const navigate = useNavigate()
  const deal = useLoaderData<typeof loader>()
  const [scanned, forgetScanned] = useScannedCode()
  const send = async (form: FormData) => {
    const cash = parseWholeNumber(getFormText(form, 'cash'))
    const body = { code: getFormText(form, 'code'), ...(deal.rest > 0 && { cashTaka: cash ?? deal.rest }) }
    try {
      await client('POST /deals/:id/handover', { params: { id: deal._id }, body })
    } catch (error) {
      // The buyer has a newer code: the field for the digits shows the message.
      if (isApiResponseError(error) && error.code === 'wrong_handover_code') forgetScanned()
      throw error
    }
    toast.success(handover.success)
    await navigate(toDealPath(deal._id))
  }
  return (
    <DealScreen
      dealId={deal._id}
      bike={deal}
      title={handover.title}
      heading={scanned === undefined ? handover.heading(toFirstName(deal.otherName)) : handover.title}
    >
      <p className="deal__say">{handover.lead}</p>
      <AsyncForm messages={handover} fields={['code', 'cash']} onSend={send}>
        {(problems) => (
          <>
            {scanned === undefined ? (
              <div className="field--code">
                <Field
                  id="handover-code"
                  name="code"
                  label={handover.code}
                  hint={handover.codeHint}
                  type="text"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={20}
                  problem={problems['code']}
                />
              </div>
            ) : (
              <ScannedCode code={scanned} onForget={forgetScanned} />
            )}
            {deal.rest > 0 && (
              <Field
                id="handover-cash"
                name="cash"
                label={handover.cash}
                hint={handover.cashHint(taka(deal.rest))}
                type="text"
                inputMode="numeric"
                maxLength={20}
                defaultValue={deal.rest}
                problem={problems['cash']}
              />
            )}
          </>
        )}
      </AsyncForm>
    </DealScreen>
  )
}
