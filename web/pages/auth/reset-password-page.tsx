import { minPasswordLength } from '#contract/limits.ts'
import { Link, useLocation, useNavigate } from 'react-router'
import { AuthForm } from './auth-form.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'
import { getFormText } from '#web/lib/get-form-text.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

const fields = ['newPassword'] as const

// The token is in the URL's fragment, which the server never sees; until hydration it is unknown.
const useToken = (): string | null => {
  const { hash } = useLocation()
  return useReady() ? hash.slice(1) : null
}

/** Sets a new password with the link of the e-mail. */
export default function ResetPassword() {
  const { title } = useMessages()
  const { reset } = useMessages(accountMessages)
  const { client, session } = useApp()
  const navigate = useNavigate()
  const token = useToken()
  const send = async (form: FormData) => {
    const newPassword = getFormText(form, 'newPassword')
    await client('POST /auth/reset-password', { body: { token: token ?? '', newPassword } }, { as: 'anyone' })
    toast.success(reset.success)
    // Resetting the password ended the session of this browser.
    await session.refresh().catch(() => {})
    await navigate('/login', { replace: true })
  }
  return (
    <AuthForm heading={reset.title} lead={reset.lead}>
      <title>{title(reset.title)}</title>
      {token === '' && <p className="note note--warn">{reset.noToken}</p>}
      {token !== '' && (
        <AsyncForm messages={reset} fields={fields} onSend={send}>
          {(problems) => (
            <PasswordField
              id="reset-password"
              name="newPassword"
              minLength={minPasswordLength}
              autoComplete="new-password"
              label={reset.password}
              hint={reset.passwordHint}
              problem={problems.newPassword}
            />
          )}
        </AsyncForm>
      )}
      <p className="entrance__other">
        <Link className="link" to="/forgot-password">
          {reset.ask}
        </Link>
      </p>
    </AuthForm>
  )
}
