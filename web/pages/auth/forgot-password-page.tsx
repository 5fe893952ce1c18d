import { useState } from 'react'
import { Link } from 'react-router'
import { AuthForm } from './auth-form.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

const fields = ['email'] as const

/** The same answer whether the account exists or not, so that nobody can probe for accounts. */
const SentNotice = ({ email }: { email: string }) => {
  const { forgot } = useMessages(accountMessages)
  return (
    <div role="status" className="note note--good">
      <div>
        <p>{forgot.sent(email)}</p>
        <p>{forgot.notReceived}</p>
      </div>
    </div>
  )
}

/** Requests an e-mail with a link to choose a new password. */
export default function ForgotPassword() {
  const { title } = useMessages()
  const { forgot } = useMessages(accountMessages)
  const { client } = useApp()
  const [sentTo, setSentTo] = useState<string>()
  const send = async (form: FormData) => {
    const email = getFormText(form, 'email').trim()
    await client('POST /auth/request-password-reset', { body: { email } }, { as: 'anyone' })
    setSentTo(email)
  }
  return (
    <AuthForm heading={forgot.title} lead={forgot.lead}>
      <title>{title(forgot.title)}</title>
      {sentTo !== undefined && <SentNotice email={sentTo} />}
      <AsyncForm messages={forgot} fields={fields} onSend={send}>
        {(problems) => (
          <Field
            id="forgot-email"
            name="email"
            type="email"
            autoComplete="email"
            label={forgot.email}
            problem={problems.email}
          />
        )}
      </AsyncForm>
      <p className="entrance__other">
        <Link className="link" to="/login">
          {forgot.back}
        </Link>
      </p>
    </AuthForm>
  )
}
