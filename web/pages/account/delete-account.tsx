import { useState } from 'react'
import { useNavigate } from 'react-router'
import { typed } from '#web/lib/get-form-text.ts'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { AccountPart } from './account-section.tsx'
import { SentForm } from '#web/components/async-form.tsx'

const fields = ['password'] as const

const useLeave = () => {
  const { leave } = useChapter(account).account
  const { client, session } = useWorld()
  const navigate = useNavigate()
  return async (form: FormData) => {
    const password = typed(form, 'password') || undefined
    await client('POST /auth/delete-user', { body: { password } }, { as: 'anyone' })
    toast.success(leave.success)
    await navigate('/', { replace: true })
    await session.refresh().catch(() => {})
  }
}

const Question = ({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) => {
  const { leave } = useChapter(account).account
  const send = useLeave()
  const keep = (
    <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
      {leave.keep}
    </button>
  )
  return (
    <Modal label={leave.question} className="modal" onClose={onClose}>
      <ModalHead heading={leave.question} />
      <div className="modal__body form">
        <p className="account__text">{leave.text}</p>
        <SentForm words={leave} fields={fields} onSend={send} beside={keep} isDanger>
          {(problems) =>
            hasPassword && (
              <PasswordField
                id="leave-password"
                name="password"
                autoComplete="current-password"
                label={leave.password}
                problem={problems.password}
              />
            )
          }
        </SentForm>
      </div>
    </Modal>
  )
}

/** One's data to take along, and the way out. */
export const AccountLeave = ({ hasPassword }: { hasPassword: boolean }) => {
  const { data, leave } = useChapter(account).account
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <AccountPart id="data" heading={data.heading}>
        <p className="account__text">{data.text}</p>
        <a className="btn btn--line" href="/api/auth/export" download="motohaat.json">
          {data.download}
        </a>
      </AccountPart>
      <AccountPart id="leave" heading={leave.heading}>
        <p className="account__text">{leave.text}</p>
        <button className="btn btn--danger" type="button" onClick={() => setIsAsking(true)}>
          {leave.begin}
        </button>
        {isAsking && <Question hasPassword={hasPassword} onClose={() => setIsAsking(false)} />}
      </AccountPart>
    </>
  )
}
