import { typed } from '#web/typed.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { account } from '#web/words/account.ts'
import { useChapter } from '#web/world.ts'
import { SentForm } from './sent-form.tsx'

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
