import { typed } from '#web/lib/get-form-text.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { account } from '#web/i18n/en/account.ts'
import { useChapter } from '#web/context/app-context.ts'
import { SentForm } from '#web/components/async-form.tsx'

const fields = ['password'] as const

type Props = {
  text: string | undefined
  hasPassword: boolean
  /** Given the password, or undefined for a person who has none. */
  onConfirm: (password: string | undefined) => Promise<void>
  onCancel: () => void
}

/** Asks for the password again before a change of the second factor. */
export const ConfirmPassword = ({ text, hasPassword, onConfirm, onCancel }: Props) => {
  const { secondFactor } = useChapter(account).account
  const words = { ...secondFactor, submit: secondFactor.go, submitting: secondFactor.going }
  const cancel = (
    <button className="btn btn--line btn--lg" type="button" onClick={onCancel}>
      {secondFactor.cancel}
    </button>
  )
  return (
    <SentForm
      words={words}
      fields={fields}
      onSend={(form) => onConfirm(typed(form, 'password') || undefined)}
      beside={cancel}
    >
      {(problems) => (
        <>
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
    </SentForm>
  )
}
