import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { QrCode } from '#web/components/qr-code.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'

export type TotpSetup = { totpURI: string; backupCodes: string[] }

const fields = ['code'] as const

/** The TOTP secret in groups of four characters, for typing it into an app. */
const formatSecret = (totpURI: string): string =>
  (new URL(totpURI).searchParams.get('secret') ?? '').replace(/=+$/, '').replace(/.{4}(?=.)/g, '$& ')

/** Shows the TOTP secret as QR code, link and text, and asks for a first code. */
export const SecondFactorSetup = ({
  setup,
  onDone,
  onCancel,
}: {
  setup: TotpSetup
  onDone: () => void
  onCancel: () => void
}) => {
  const { secondFactor } = useMessages(accountMessages).account
  const { client, session } = useApp()
  const send = async (form: FormData) => {
    await client('POST /auth/two-factor/confirm', { body: { code: getFormText(form, 'code') } }, { as: 'anyone' })
    // Turning it on created a new session.
    await session.renewToken()
    toast.success(secondFactor.onSuccess)
    onDone()
  }
  const cancelButton = (
    <button className="btn btn--line btn--lg" type="button" onClick={onCancel}>
      {secondFactor.cancel}
    </button>
  )
  const messages = { ...secondFactor, submit: secondFactor.confirm, submitting: secondFactor.confirming }
  return (
    <>
      <p className="account__text">{secondFactor.scan}</p>
      <QrCode text={setup.totpURI} label={secondFactor.qr} />
      <p className="account__text">
        <a className="link" href={setup.totpURI}>
          {secondFactor.onPhone}
        </a>
      </p>
      <p className="account__text">
        {secondFactor.key}
        <code className="key">{formatSecret(setup.totpURI)}</code>
      </p>
      <AsyncForm messages={messages} fields={fields} onSend={send} secondaryAction={cancelButton}>
        {(problems) => (
          <Field
            id="second-factor-code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            label={secondFactor.code}
            hint={secondFactor.codeHint}
            problem={problems.code}
          />
        )}
      </AsyncForm>
    </>
  )
}
