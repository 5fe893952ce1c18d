import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { DealScreen } from './deal-screen.tsx'

export const loader = ({ context, params: { id = '' } }: LoaderFunctionArgs) =>
  context.get(appContext).client('GET /deals/:id', { params: { id } })

/** The seller types the six digits that the buyer reads aloud, and what was paid in cash. */
export default function DealHandover() {
  const { handover } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const navigate = useNavigate()
  const deal = useLoaderData<typeof loader>()
  const send = async (form: FormData) => {
    const cash = parseWholeNumber(getFormText(form, 'cash'))
    const body = { code: getFormText(form, 'code'), ...(deal.rest > 0 && { cashTaka: cash ?? deal.rest }) }
    await client('POST /deals/:id/handover', { params: { id: deal._id }, body })
    toast.success(handover.success)
    await navigate(toDealPath(deal._id))
  }
  return (
    <DealScreen
      dealId={deal._id}
      bike={deal}
      title={handover.title}
      heading={handover.heading(toFirstName(deal.otherName))}
    >
      <p className="deal__say">{handover.lead}</p>
      <AsyncForm messages={handover} fields={['code', 'cash']} onSend={send}>
        {(problems) => (
          <>
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
