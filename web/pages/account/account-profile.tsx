import type { SessionUser } from '#web/session/auth-store.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { formMessages } from '#web/i18n/en/forms.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { AccountSection } from './account-section.tsx'
import { PhotoButtons } from '#web/components/profile-photo/photo-buttons.tsx'
import { PhotoUrlField } from '#web/components/profile-photo/photo-url-field.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'

const fields = ['name', 'image'] as const

/** Edits the public name and photo. */
export const AccountProfile = ({ user }: { user: SessionUser }) => {
  const formTexts = useMessages(formMessages)
  const { profile } = useMessages(accountMessages).account
  const { client, session } = useApp()
  const send = async (form: FormData) => {
    const image = getFormText(form, 'image').trim()
    const body = { name: getFormText(form, 'name'), image: image === '' ? null : image }
    await client('POST /auth/update-user', { body }, { as: 'anyone' })
    toast.success(profile.success)
    await session.refresh().catch(() => {})
  }
  return (
    <AccountSection id="profile" heading={profile.heading}>
      <AsyncForm messages={profile} fields={fields} onSend={send}>
        {(problems) => (
          <>
            <p className="field__label">
              {profile.email}
              <span className="account__fixed">{user.email}</span>
            </p>
            <Field
              id="profile-name"
              name="name"
              maxLength={80}
              autoComplete="name"
              label={profile.name}
              hint={profile.nameHint}
              defaultValue={user.displayName}
              problem={problems.name}
            />
            <PhotoUrlField
              id="profile-image"
              hint={profile.photoHint}
              label={profile.photo}
              defaultValue={user.photoURL ?? ''}
              optional={formTexts.optional}
              problem={problems.image}
            />
            <PhotoButtons fieldId="profile-image" />
          </>
        )}
      </AsyncForm>
    </AccountSection>
  )
}
