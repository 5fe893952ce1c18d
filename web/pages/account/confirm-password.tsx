import { getFormText } from '#web/lib/get-form-text.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages } from '#web/context/app-context.ts'
import { AccountOfPassword } from '#web/ui/forms/account-of-password.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'

const fields = ['password'] as const

type Props = {
  text: string | undefined
  hasPassword: boolean
  /** Gets the password, or undefined for a person without one. */
  onConfirm: (password: string | undefined) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before a change of the second factor. */
export const ConfirmPassword = ({ text, hasPassword, onConfirm, onCancel }: Props) => {
  const { secondFactor } = useMessages(accountMessages).account
  const messages = { ...secondFactor, submit: secondFactor.proceed, submitting: secondFactor.proceeding }
  const cancelButton = (
    <button className="btn btn--line btn--lg" type="button" onClick={onCancel}>
      {secondFactor.cancel}
    </button>
  )
  return (
    <AsyncForm
      messages={messages}
      fields={fields}
      onSend={(form) => onConfirm(getFormText(form, 'password') || undefined)}
      secondaryAction={cancelButton}
    >
      {(problems) => (
        <>
          <AccountOfPassword />
          {text !== undefined && <p className="account__text">{text}</p>}
          {hasPassword && (
            <PasswordField
              id="second-factor-password"
              name="password"
              autoComplete="current-password"
              label={secondFactor.password}
              hint={secondFactor.passwordFor}
              problem={problems.password}
            />
          )}
        </>
      )}
    </AsyncForm>
  )
}
