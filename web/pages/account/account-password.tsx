import { minPasswordLength } from '#contract/limits.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { getFormText } from '#web/lib/get-form-text.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { AccountSection } from './account-section.tsx'
import { AccountOfPassword } from '#web/ui/forms/account-of-password.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'

const fields = ['currentPassword', 'newPassword'] as const

/** Changes the password, or sets a first one for accounts without a password. */
export const AccountPassword = ({ hasPassword }: { hasPassword: boolean }) => {
  const { password } = useMessages(accountMessages).account
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  // A new key remounts the form, which empties it after the password was changed.
  const [changeCount, setChangeCount] = useState(0)
  const send = async (form: FormData) => {
    const currentPassword = hasPassword ? getFormText(form, 'currentPassword') : undefined
    const body = { currentPassword, newPassword: getFormText(form, 'newPassword') }
    await client('POST /auth/change-password', { body }, { as: 'anyone' })
    toast.success(password.success)
    setChangeCount(changeCount + 1)
    await revalidate()
  }
  return (
    <AccountSection id="password" heading={password.heading}>
      {!hasPassword && <p className="account__text">{password.none}</p>}
      <AsyncForm key={changeCount} messages={password} fields={fields} onSend={send}>
        {(problems) => (
          <>
            <AccountOfPassword />
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
              minLength={minPasswordLength}
              autoComplete="new-password"
              label={password.new}
              hint={password.newHint}
              problem={problems.newPassword}
            />
          </>
        )}
      </AsyncForm>
    </AccountSection>
  )
}
