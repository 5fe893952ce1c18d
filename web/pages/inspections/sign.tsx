// Signing: a member confirms once, a mechanic signs with a name and a number. It waits for a connection.
import { type ReactNode, useState } from 'react'
import { getMinLooked } from '#contract/inspections/points.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { toMarks } from './found.tsx'
import { countAll } from './group-bars.tsx'
import type { Inspection } from './inspection-types.ts'
import type { AnswersOnDevice } from './use-answers.ts'
import { useIsOffline } from './use-is-offline.ts'

type Props = {
  inspection: Inspection
  answers: AnswersOnDevice
  /** Shows the signed report. */
  onSigned: () => Promise<void>
}

/** What signing does, or what it waits for. */
const SignTerms = ({ inspection: { kind }, answers, children }: Omit<Props, 'onSigned'> & { children: ReactNode }) => {
  const { summary } = useMessages(inspectionMessages)
  const { count } = useFormat()
  const isWaiting = useIsOffline() || answers.sendState === 'kept'
  const { good, worn, bad } = countAll(kind, toMarks(answers.answers))
  const min = getMinLooked(kind)
  if (good + worn + bad < min) return <p className="note">{summary.tooFew(min, count(min))}</p>
  return (
    <section className="inspect__sign" aria-label={summary.sign}>
      {isWaiting && <p className="note">{summary.offline}</p>}
      {answers.sendState !== 'kept' && children}
      <p className="hint">
        {summary.signText} {summary.again}
      </p>
    </section>
  )
}

/** Sends what is not sent yet; says why where that fails. */
const useFlush = ({ flush }: AnswersOnDevice): (() => Promise<boolean>) => {
  const { checklist, summary } = useMessages(inspectionMessages)
  return async () => {
    const result = await flush()
    if (result !== 'sent') toast.error(result === 'kept' ? summary.offline : checklist.states.refused)
    return result === 'sent'
  }
}

/** A member signs after one confirmation. Sent twice, it is signed once. */
export const SignOwn = ({ inspection, answers, onSigned }: Props) => {
  const { summary } = useMessages(inspectionMessages)
  const { client } = useApp()
  const flush = useFlush(answers)
  const [isAsking, setIsAsking] = useState(false)
  const sign = async () => {
    if (!(await flush())) return undefined
    try {
      await client('POST /inspections/:id/sign', { params: { id: inspection._id }, body: {} })
    } catch (error) {
      return toast.error(toDisplayError(error).message)
    }
    toast.success(summary.signed)
    return onSigned()
  }
  return (
    <SignTerms inspection={inspection} answers={answers}>
      <button className="btn btn--primary btn--lg" type="button" onClick={() => setIsAsking(true)}>
        {summary.sign}
      </button>
      {isAsking && (
        <Confirm
          heading={summary.sure}
          text={summary.signText}
          labels={{ confirm: summary.sign, busy: summary.signing, cancel: summary.cancel }}
          onConfirm={sign}
          onClose={() => setIsAsking(false)}
          isUsual
        />
      )}
    </SignTerms>
  )
}

/** A mechanic signs with a name, a workshop and a mobile number. */
export const SignAsMechanic = ({ inspection, answers, onSigned, token }: Props & { token: string }) => {
  const { summary } = useMessages(inspectionMessages)
  const { client } = useApp()
  const flush = useFlush(answers)
  const send = async (form: FormData) => {
    if (!(await flush())) return undefined
    const body = {
      token,
      name: getFormText(form, 'name'),
      workshop: getFormText(form, 'workshop') || null,
      contactNumber: getFormText(form, 'contactNumber'),
    }
    await client('POST /mechanic-inspections/sign', { body }, { as: 'anyone' })
    toast.success(summary.signed)
    return onSigned()
  }
  const missing = { name: summary.nameMissing, contactNumber: summary.numberMissing }
  const messages = { missing, submit: summary.sign, submitting: summary.signing }
  return (
    <SignTerms inspection={inspection} answers={answers}>
      <AsyncForm messages={messages} fields={['name', 'workshop', 'contactNumber']} onSend={send}>
        {(problems) => (
          <>
            <Field
              id="mechanic-name"
              name="name"
              label={summary.name}
              maxLength={60}
              autoComplete="name"
              problem={problems['name']}
            />
            <Field
              id="workshop"
              name="workshop"
              label={summary.workshop}
              optional={summary.optional}
              maxLength={80}
              autoComplete="organization"
              problem={problems['workshop']}
            />
            <Field
              id="mechanic-number"
              name="contactNumber"
              type="tel"
              label={summary.number}
              hint={summary.numberHint}
              autoComplete="tel"
              problem={problems['contactNumber']}
            />
          </>
        )}
      </AsyncForm>
    </SignTerms>
  )
}
