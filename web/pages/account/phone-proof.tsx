// The forms with which a member proves a mobile number.
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { phoneCalls } from '#contract/auth/phone.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { isApiResponseError } from '#web/context/display-error.ts'
import { phoneMessages } from '#web/i18n/en/phone.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'

export type Phone = z.output<(typeof phoneCalls)['GET /phone']['response']>
type Waiting = NonNullable<Phone['waiting']>

/** `onBack` leads to the code that waits; null without one. */
const NumberForm = ({ onSent, onBack }: { onSent: () => Promise<void>; onBack: (() => void) | null }) => {
  const messages = useMessages(phoneMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    await client('POST /phone/code', { body: { number: getFormText(form, 'number') } })
    await onSent()
  }
  const backButton = onBack && (
    <button className="btn btn--line btn--lg" type="button" onClick={onBack}>
      {messages.back}
    </button>
  )
  const texts = { ...messages, submit: messages.send, submitting: messages.sending }
  return (
    <AsyncForm messages={texts} fields={['number']} onSend={send} secondaryAction={backButton}>
      {(problems) => (
        <Field
          id="phone-number"
          name="number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          label={messages.number}
          hint={messages.numberHint}
          problem={problems['number']}
        />
      )}
    </AsyncForm>
  )
}

/** The seconds until another code may be sent, counted down. */
const useCountdown = (waiting: Waiting): number => {
  const [left, setLeft] = useState(waiting.resendInSeconds)
  useEffect(() => {
    const endsAt = performance.now() + waiting.resendInSeconds * 1_000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [waiting])
  return left
}

const Resend = ({ waiting, onSent }: { waiting: Waiting; onSent: () => Promise<void> }) => {
  const messages = useMessages(phoneMessages)
  const { digits } = useFormat()
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const left = useCountdown(waiting)
  const resend = () =>
    run(async () => {
      await client('POST /phone/code', { body: { number: waiting.number } })
      toast.success(messages.resent)
      await onSent()
    })
  return (
    <button
      className="btn btn--line"
      type="button"
      aria-disabled={left > 0}
      aria-busy={isBusy}
      onClick={() => void (left > 0 || resend())}
    >
      {left > 0 ? messages.resendIn(digits(left)) : messages.resend}
    </button>
  )
}

// The field takes the place of the form whose button was pressed.
const focusInput = (input: HTMLInputElement | null) => input?.focus()

type CodeFormProps = { onElsewhere: (code: string) => void; onProven: () => Promise<void> }

const CodeForm = ({ onElsewhere, onProven }: CodeFormProps) => {
  const messages = useMessages(phoneMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    const code = getFormText(form, 'code')
    try {
      await client('POST /phone/proof', { body: { code } })
    } catch (error) {
      if (isApiResponseError(error) && error.code === 'number_elsewhere') return onElsewhere(code)
      throw error
    }
    await onProven()
  }
  return (
    <AsyncForm messages={messages} fields={['code']} onSend={send}>
      {(problems) => (
        <Field
          id="phone-code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={focusInput}
          maxLength={20}
          label={messages.code}
          hint={messages.codeHint}
          problem={problems['code']}
        />
      )}
    </AsyncForm>
  )
}

/** Asks before the number is taken from the other account. */
const MoveQuestion = ({ code, onDone, onKeep }: { code: string; onDone: () => Promise<void>; onKeep: () => void }) => {
  const messages = useMessages(phoneMessages)
  const { client } = useApp()
  const [isBusy, run] = useAction()
  const move = () =>
    run(async () => {
      await client('POST /phone/proof', { body: { code, move: true } })
      await onDone()
    })
  return (
    <div className="note ask" role="alert">
      <div>
        <p>
          <b>{messages.elsewhere}</b>
        </p>
        <p>{messages.moveText}</p>
        <div className="acts">
          <button className="btn btn--primary" type="button" aria-busy={isBusy} onClick={move}>
            {messages.move}
          </button>
          <button className="btn btn--line" type="button" onClick={onKeep}>
            {messages.keep}
          </button>
        </div>
      </div>
    </div>
  )
}

const CodeSection = ({ waiting, onChange }: { waiting: Waiting; onChange: () => void }) => {
  const messages = useMessages(phoneMessages)
  const { digits } = useFormat()
  const { revalidate } = useRevalidator()
  const [elsewhereCode, setElsewhereCode] = useState<string | null>(null)
  const finish = async () => {
    toast.success(messages.success)
    await revalidate()
  }
  return (
    <AccountSection id="phone" heading={messages.sentTo(digits(waiting.number))}>
      {elsewhereCode === null ? (
        <CodeForm onElsewhere={setElsewhereCode} onProven={finish} />
      ) : (
        <MoveQuestion code={elsewhereCode} onDone={finish} onKeep={() => setElsewhereCode(null)} />
      )}
      <div className="acts">
        <Resend waiting={waiting} onSent={revalidate} />
        <button className="btn btn--quiet" type="button" onClick={onChange}>
          {messages.change}
        </button>
      </div>
    </AccountSection>
  )
}

const ProofSection = ({ proof }: { proof: NonNullable<Phone['proof']> }) => {
  const messages = useMessages(phoneMessages)
  const { moment, digits } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const remove = () =>
    run(async () => {
      await client('DELETE /phone')
      toast.success(messages.removed)
      await revalidate()
    })
  return (
    <AccountSection id="proof" heading={messages.proven}>
      <p>
        <b>{digits(proof.number)}</b>
      </p>
      <p className="account__text">
        {messages.since(moment(proof.provenAt))}
        <br />
        {messages.one}
      </p>
      <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={remove}>
        {messages.remove}
      </button>
    </AccountSection>
  )
}

/** The proven number, the form for another one, and the form for the code that was sent. */
export const PhoneProof = ({ proof, waiting, isAvailable }: Phone) => {
  const messages = useMessages(phoneMessages)
  const { revalidate } = useRevalidator()
  const [isChanging, setIsChanging] = useState(false)
  const sent = async () => {
    await revalidate()
    setIsChanging(false)
  }
  const asks = waiting === null || isChanging
  return (
    <>
      {proof && <ProofSection proof={proof} />}
      {!isAvailable && <Note>{messages.unavailable}</Note>}
      {isAvailable && !asks && <CodeSection waiting={waiting} onChange={() => setIsChanging(true)} />}
      {isAvailable && asks && (
        <AccountSection id="phone" heading={proof ? messages.another : messages.open}>
          <p className="account__text">{messages.lead}</p>
          <NumberForm onSent={sent} onBack={waiting && (() => setIsChanging(false))} />
        </AccountSection>
      )}
    </>
  )
}
