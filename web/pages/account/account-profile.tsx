import type { SessionUser } from '#web/session/session.ts'
import { typed } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { account } from '#web/i18n/en/account.ts'
import { forms } from '#web/i18n/en/forms.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { AccountPart } from './account-section.tsx'
import { SentForm } from '#web/components/async-form.tsx'

const fields = ['name', 'image'] as const

/** Name and photo, as others see them. */
export const AccountProfile = ({ user }: { user: SessionUser }) => {
  const formWords = useChapter(forms)
  const { profile } = useChapter(account).account
  const { client, session } = useWorld()
  const send = async (form: FormData) => {
    const image = typed(form, 'image').trim()
    const body = { name: typed(form, 'name'), image: image === '' ? null : image }
    await client('POST /auth/update-user', { body }, { as: 'anyone' })
    toast.success(profile.success)
    await session.refresh().catch(() => {})
  }
  return (
    <AccountPart id="profile" heading={profile.heading}>
      <SentForm words={profile} fields={fields} onSend={send}>
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
            <Field
              id="profile-image"
              name="image"
              type="url"
              pattern="https://.+"
              inputMode="url"
              label={profile.photo}
              hint={profile.photoHint}
              defaultValue={user.photoURL ?? ''}
              optional={formWords.optional}
              problem={problems.image}
            />
          </>
        )}
      </SentForm>
    </AccountPart>
  )
}
