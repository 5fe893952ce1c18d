import { typed } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { QrCode } from './qr-code.tsx'
import { SentForm } from '#web/components/async-form.tsx'

export type Begun = { totpURI: string; backupCodes: string[] }

const fields = ['code'] as const

/** The key in groups of four, as it is typed into an app by hand. */
const keyOf = (totpURI: string): string =>
  (new URL(totpURI).searchParams.get('secret') ?? '').replace(/=+$/, '').replace(/.{4}(?=.)/g, '$& ')

/** Shows the key of the app as a QR code, as a link for this phone and as text, and asks for a first code. */
export const SecondFactorSetUp = ({
  begun,
  onDone,
  onCancel,
}: {
  begun: Begun
  onDone: () => void
  onCancel: () => void
}) => {
  const { secondFactor } = useChapter(account).account
  const { client, session } = useWorld()
  const send = async (form: FormData) => {
    await client('POST /auth/two-factor/confirm', { body: { code: typed(form, 'code') } }, { as: 'anyone' })
    // Turning it on began a new session.
    await session.renew()
    toast.success(secondFactor.onSuccess)
    onDone()
  }
  const cancel = (
    <button className="btn btn--line btn--lg" type="button" onClick={onCancel}>
      {secondFactor.cancel}
    </button>
  )
  const words = { ...secondFactor, submit: secondFactor.confirm, submitting: secondFactor.confirming }
  return (
    <>
      <p className="account__text">{secondFactor.scan}</p>
      <QrCode text={begun.totpURI} label={secondFactor.qr} />
      <p className="account__text">
        <a className="link" href={begun.totpURI}>
          {secondFactor.onPhone}
        </a>
      </p>
      <p className="account__text">
        {secondFactor.key}
        <code className="key">{keyOf(begun.totpURI)}</code>
      </p>
      <SentForm words={words} fields={fields} onSend={send} beside={cancel}>
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
      </SentForm>
    </>
  )
}
