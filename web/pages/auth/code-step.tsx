import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { DisplayError } from '#web/context/display-error.ts'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { authMessages } from '#web/i18n/en/auth.ts'
import { useMessages } from '#web/context/app-context.ts'

const fields = ['code'] as const

// The person just pressed Login and continues typing, so the code field gets the focus.
const focusInput = (input: HTMLInputElement | null) => input?.focus()

type Props = {
  submitError: DisplayError | undefined
  /** The log-in page's first step, with the return path. */
  restartPath: string
}

/** The second step of logging in: a TOTP code or a backup code. */
export const CodeStep = ({ submitError, restartPath }: Props) => {
  const { code } = useMessages(authMessages)
  const [isBackup, setIsBackup] = useState(false)
  const { problems, general, formProps } = useCheckedForm(code, submitError, fields)
  const { state } = useNavigation()
  return (
    <>
      <Form className="form" method="post" {...formProps}>
        <input type="hidden" name="step" value={isBackup ? 'backup' : 'code'} />
        <Field
          key={isBackup ? 'backup' : 'code'}
          id="login-code"
          name="code"
          ref={focusInput}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          label={isBackup ? code.backup : code.code}
          hint={isBackup ? code.backupHint : code.codeHint}
          problem={problems.code}
        />
        <FormError message={general} />
        <Submit isBusy={state !== 'idle'} busyText={code.submitting} isBlock>
          {code.submit}
        </Submit>
      </Form>
      <p className="entrance__other">
        <button className="btn btn--quiet" type="button" onClick={() => setIsBackup(!isBackup)}>
          {isBackup ? code.useApp : code.useBackup}
        </button>
        <Link className="btn btn--quiet" to={restartPath} reloadDocument>
          {code.startOver}
        </Link>
      </p>
    </>
  )
}
