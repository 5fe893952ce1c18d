import { minPasswordLength } from '#contract/limits.ts'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiResponseError } from '#contract/client.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { getFormText } from '#web/lib/get-form-text.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { AuthForm } from './auth-form.tsx'

// The token is in the URL's fragment, which the server never sees; until hydration it is unknown.
const useToken = (): string | null => {
  const { hash } = useLocation()
  return useReady() ? hash.slice(1) : null
}

/** `session`: the browser may be logged in. The other steps come when it is not. */
type Step = 'session' | 'password' | 'newPassword' | 'done'

const fieldsByStep = { session: [], password: ['password'], newPassword: ['newPassword'] } as const

const Done = () => {
  const { title } = useMessages()
  const { confirm } = useMessages(accountMessages)
  return (
    <AuthForm heading={confirm.doneTitle} lead={confirm.doneLead}>
      <title>{title(confirm.doneTitle)}</title>
      <p role="status">{confirm.done}</p>
      <p className="entrance__other">
        <Link className="link" to="/dashboard/account">
          {confirm.account}
        </Link>
      </p>
    </AuthForm>
  )
}

const ConfirmForm = ({ step, onSend }: { step: Exclude<Step, 'done'>; onSend: (form: FormData) => Promise<void> }) => {
  const { confirm } = useMessages(accountMessages)
  return (
    <AsyncForm key={step} messages={confirm[step]} fields={fieldsByStep[step]} onSend={onSend}>
      {(problems) =>
        step !== 'session' && (
          <PasswordField
            id={`confirm-${step}`}
            name={step}
            minLength={step === 'newPassword' ? minPasswordLength : 1}
            autoComplete={step === 'newPassword' ? 'new-password' : 'current-password'}
            label={confirm[step].label}
            hint={confirm[step].hint}
            problem={problems[step]}
          />
        )
      }
    </AsyncForm>
  )
}

/** Confirms the address of an account with the link of the e-mail. */
export default function ConfirmEmail() {
  const { title } = useMessages()
  const { confirm } = useMessages(accountMessages)
  const { client, session } = useApp()
  const token = useToken()
  const [step, setStep] = useState<Step>('session')
  const send = async (form: FormData) => {
    const typed = step === 'password' || step === 'newPassword' ? { [step]: getFormText(form, step) } : {}
    try {
      await client('POST /auth/verify-email', { body: { token: token ?? '', ...typed } }, { as: 'anyone' })
    } catch (error) {
      if (!(error instanceof ApiResponseError) || error.code !== 'password_needed') throw error
      return setStep('password')
    }
    // A new password ended the session of this browser; otherwise the address of the member is now confirmed.
    await session.refresh().catch(() => {})
    return setStep('done')
  }
  if (step === 'done') return <Done />
  const isStranger = step === 'newPassword'
  return (
    <AuthForm heading={confirm.title} lead={confirm[step].lead}>
      <title>{title(confirm.title)}</title>
      {token === '' ? <p className="note note--warn">{confirm.noToken}</p> : <ConfirmForm step={step} onSend={send} />}
      {step !== 'session' && (
        <p className="entrance__other">
          <button className="link" type="button" onClick={() => setStep(isStranger ? 'password' : 'newPassword')}>
            {isStranger ? confirm.knowPassword : confirm.noPassword}
          </button>
        </p>
      )}
    </AuthForm>
  )
}
