import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getFormText } from '#web/lib/get-form-text.ts'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { AccountSection } from './account-section.tsx'
import { AccountOfPassword } from '#web/ui/forms/account-of-password.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'

const fields = ['password'] as const

const useDeleteAccount = () => {
  const { deleteAccount } = useMessages(accountMessages).account
  const { client, session } = useApp()
  const navigate = useNavigate()
  return async (form: FormData) => {
    const password = getFormText(form, 'password') || undefined
    await client('POST /auth/delete-user', { body: { password } }, { as: 'anyone' })
    toast.success(deleteAccount.success)
    await navigate('/', { replace: true })
    await session.refresh().catch(() => {})
  }
}

const DeleteAccountDialog = ({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) => {
  const { deleteAccount } = useMessages(accountMessages).account
  const send = useDeleteAccount()
  const cancelButton = (
    <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
      {deleteAccount.cancel}
    </button>
  )
  return (
    <Modal label={deleteAccount.question} className="modal" onClose={onClose}>
      <ModalHead heading={deleteAccount.question} />
      <div className="modal__body form">
        <p className="account__text">{deleteAccount.text}</p>
        <AsyncForm messages={deleteAccount} fields={fields} onSend={send} secondaryAction={cancelButton} isDanger>
          {(problems) =>
            hasPassword && (
              <>
                <AccountOfPassword />
                <PasswordField
                  id="leave-password"
                  name="password"
                  autoComplete="current-password"
                  label={deleteAccount.password}
                  problem={problems.password}
                />
              </>
            )
          }
        </AsyncForm>
      </div>
    </Modal>
  )
}

/** The export of one's data, and the deletion of the account. */
export const DeleteAccount = ({ hasPassword }: { hasPassword: boolean }) => {
  const { data, deleteAccount } = useMessages(accountMessages).account
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  return (
    <>
      <AccountSection id="data" heading={data.heading}>
        <p className="account__text">{data.text}</p>
        <a className="btn btn--line" href="/api/auth/export" download="motohaat.json">
          {data.download}
        </a>
      </AccountSection>
      <AccountSection id="leave" heading={deleteAccount.heading}>
        <p className="account__text">{deleteAccount.text}</p>
        <button className="btn btn--danger" type="button" onClick={() => setIsConfirmOpen(true)}>
          {deleteAccount.begin}
        </button>
        {isConfirmOpen && <DeleteAccountDialog hasPassword={hasPassword} onClose={() => setIsConfirmOpen(false)} />}
      </AccountSection>
    </>
  )
}
