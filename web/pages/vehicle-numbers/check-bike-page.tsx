// What Motohaat knows of a chassis number.
import { CircleCheck, Clock, OctagonAlert } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { vehicleNumberCalls } from '#contract/vehicle-numbers/vehicle-number-calls.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Answer = z.output<(typeof vehicleNumberCalls)['POST /check-number']['response']>['answer']

const looks = {
  nothing_known: { icon: CircleCheck, style: 'answer--plain' },
  reported: { icon: OctagonAlert, style: 'answer--stop' },
  being_checked: { icon: Clock, style: 'answer--wait' },
}

const AnswerBox = ({ answer }: { answer: Answer }) => {
  const { heading, text } = useMessages(vehicleNumberMessages).check.answers[answer]
  const { icon, style } = looks[answer]
  return (
    <div className={`answer ${style}`} role={answer === 'reported' ? 'alert' : undefined}>
      <Icon of={icon} size={36} />
      <h2>{heading}</h2>
      <p>{text}</p>
    </div>
  )
}

export default function CheckBike() {
  const { title } = useMessages()
  const { check: texts } = useMessages(vehicleNumberMessages)
  const { client } = useApp()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const send = async (form: FormData) => {
    setAnswer(null)
    const found = await client('POST /check-number', { body: { chassis: getFormText(form, 'chassis') } })
    setAnswer(found.answer)
  }
  const messages = { missing: { chassis: texts.hint }, submit: texts.submit, submitting: texts.submitting }
  return (
    <>
      <MemberStyles />
      <DealStyles />
      <title>{title(texts.title)}</title>
      <DashboardHead>{texts.title}</DashboardHead>
      <div className="readcolumn">
        <p className="lead">{texts.lead}</p>
        <AsyncForm messages={messages} fields={['chassis']} onSend={send}>
          {(problems) => (
            <Field
              id="chassis"
              name="chassis"
              type="text"
              maxLength={60}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              label={texts.chassis}
              hint={`${texts.hint} ${texts.limit}`}
              problem={problems['chassis']}
            />
          )}
        </AsyncForm>
        <div className="acts">
          <Link className="btn btn--quiet" to="/dashboard/stolen">
            {texts.reportStolen}
          </Link>
        </div>
        <div role="status">{answer !== null && <AnswerBox answer={answer} />}</div>
      </div>
    </>
  )
}
