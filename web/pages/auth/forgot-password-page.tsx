import { useState } from 'react'
import { Link } from 'react-router'
import { Entrance } from './auth-form.tsx'
import { SentForm } from '#web/components/async-form.tsx'
import { typed } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useWords, useWorld } from '#web/context/app-context.ts'

const fields = ['email'] as const

/** What everybody reads who asked, whether there is such an account or not. */
const Asked = ({ email }: { email: string }) => {
  const { forgot } = useChapter(account)
  return (
    <div role="status" className="note note--good">
      <div>
        <p>{forgot.sent(email)}</p>
        <p>{forgot.nothingCame}</p>
      </div>
    </div>
  )
}

/** Asks for a letter with the way to a new password. */
export default function ForgotPassword() {
  const { title } = useWords()
  const { forgot } = useChapter(account)
  const { client } = useWorld()
  const [asked, setAsked] = useState<string>()
  const send = async (form: FormData) => {
    const email = typed(form, 'email').trim()
    await client('POST /auth/request-password-reset', { body: { email } }, { as: 'anyone' })
    setAsked(email)
  }
  return (
    <Entrance heading={forgot.title} lead={forgot.lead}>
      <title>{title(forgot.title)}</title>
      {asked !== undefined && <Asked email={asked} />}
      <SentForm words={forgot} fields={fields} onSend={send}>
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
      </SentForm>
      <p className="entrance__other">
        <Link className="link" to="/login">
          {forgot.back}
        </Link>
      </p>
    </Entrance>
  )
}
