import type { z } from 'zod'
import { mutableKinds } from '#contract/notices/mutable-kinds.ts'
import type { notificationCalls } from '#contract/notifications.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { notificationMessages } from '#web/i18n/en/notifications.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'

export type EmailSettings = z.output<(typeof notificationCalls)['GET /notifications/settings']['response']>

const toFieldName = (kind: string): string => `email-${kind}`
const fields = ['language', ...mutableKinds.map(toFieldName)]

/** Which e-mails about deals a member wants, and in which language. */
export const AccountEmails = ({ settings }: { settings: EmailSettings }) => {
  const { emails } = useMessages(notificationMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    const muted = mutableKinds.filter((kind) => !form.has(toFieldName(kind)))
    const language = getFormText(form, 'language') === 'bn' ? 'bn' : 'en'
    await client('PUT /notifications/settings', { body: { language, muted } })
    toast.success(emails.saved)
  }
  return (
    <AccountSection id="emails" heading={emails.heading}>
      <p>{emails.lead}</p>
      <AsyncForm
        messages={{ missing: {}, submit: emails.save, submitting: emails.saving }}
        fields={fields}
        onSend={send}
      >
        {(problems) => (
          <>
            <div>
              {mutableKinds.map((kind) => (
                <label key={kind} className="check check--alone">
                  <input type="checkbox" name={toFieldName(kind)} defaultChecked={!settings.muted.includes(kind)} />
                  {emails.kinds[kind]}
                </label>
              ))}
            </div>
            <RadioBoxes
              name="language"
              legend={emails.language}
              chosen={settings.language}
              choices={[
                { value: 'en', label: emails.english },
                { value: 'bn', label: emails.bangla },
              ]}
              problem={problems.language}
            />
          </>
        )}
      </AsyncForm>
    </AccountSection>
  )
}
