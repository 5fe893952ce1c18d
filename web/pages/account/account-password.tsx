import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { typed } from '#web/lib/get-form-text.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { AccountPart } from './account-section.tsx'
import { SentForm } from '#web/components/async-form.tsx'

const fields = ['currentPassword', 'newPassword'] as const

/** Changes the password; whoever has none yet chooses one. */
export const AccountPassword = ({ hasPassword }: { hasPassword: boolean }) => {
  const { password } = useChapter(account).account
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  // A new number makes the form anew, and so empties it, after the password was changed.
  const [changes, setChanges] = useState(0)
  const send = async (form: FormData) => {
    const currentPassword = hasPassword ? typed(form, 'currentPassword') : undefined
    const body = { currentPassword, newPassword: typed(form, 'newPassword') }
    await client('POST /auth/change-password', { body }, { as: 'anyone' })
    toast.success(password.success)
    setChanges(changes + 1)
    await revalidate()
  }
  return (
    <AccountPart id="password" heading={password.heading}>
      {!hasPassword && <p className="account__text">{password.none}</p>}
      <SentForm key={changes} words={password} fields={fields} onSend={send}>
        {(problems) => (
          <>
            {hasPassword && (
              <PasswordField
                id="password-current"
                name="currentPassword"
                autoComplete="current-password"
                label={password.current}
                problem={problems.currentPassword}
              />
            )}
            <PasswordField
              id="password-new"
              name="newPassword"
              minLength={8}
              autoComplete="new-password"
              label={password.new}
              hint={password.newHint}
              problem={problems.newPassword}
            />
          </>
        )}
      </SentForm>
    </AccountPart>
  )
}
