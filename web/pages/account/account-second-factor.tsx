import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '#web/ui/toast.ts'
import { accountMessages } from '#web/i18n/en/account.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { AccountSection } from './account-section.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { SecondFactorSetup, type TotpSetup } from './second-factor-setup.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Stage =
  | { name: 'rest' }
  | { name: 'confirm'; action: 'enable' | 'renew' | 'disable' }
  | { name: 'scan'; setup: TotpSetup }
  | { name: 'codes'; codes: string[] }

type Props = { hasPassword: boolean; isOn: boolean; isRequired: boolean }

/** The actions that follow a confirmed password. */
const useSecondFactorActions = (setStage: (stage: Stage) => void) => {
  const { secondFactor } = useMessages(accountMessages).account
  const { client, session } = useApp()
  const { revalidate } = useRevalidator()
  return {
    enable: async (password: string | undefined) => {
      const setup = await client('POST /auth/two-factor/enable', { body: { password } }, { as: 'anyone' })
      setStage({ name: 'scan', setup })
    },
    renew: async (password: string | undefined) => {
      const body = { password }
      const { backupCodes } = await client('POST /auth/two-factor/generate-backup-codes', { body }, { as: 'anyone' })
      setStage({ name: 'codes', codes: backupCodes })
    },
    disable: async (password: string | undefined) => {
      await client('POST /auth/two-factor/disable', { body: { password } }, { as: 'anyone' })
      // Turning it off created a new session.
      await session.renewToken()
      toast.success(secondFactor.offSuccess)
      setStage({ name: 'rest' })
      await revalidate()
    },
  }
}

const SecondFactorStatus = ({
  isOn,
  isRequired,
  onStart,
}: Omit<Props, 'hasPassword'> & { onStart: (stage: Stage) => void }) => {
  const { secondFactor } = useMessages(accountMessages).account
  if (!isOn) {
    return (
      <>
        {isRequired && <p className="note note--warn">{secondFactor.required}</p>}
        <p className="account__text">{secondFactor.intro}</p>
        <button
          className="btn btn--primary"
          type="button"
          onClick={() => onStart({ name: 'confirm', action: 'enable' })}
        >
          {secondFactor.begin}
        </button>
      </>
    )
  }
  return (
    <>
      <p className="note note--good">
        <Icon of={ShieldCheck} size={20} />
        {secondFactor.isOn}
      </p>
      <div className="acts">
        <button className="btn btn--line" type="button" onClick={() => onStart({ name: 'confirm', action: 'renew' })}>
          {secondFactor.newCodes}
        </button>
        <button
          className="btn btn--danger"
          type="button"
          onClick={() => onStart({ name: 'confirm', action: 'disable' })}
        >
          {secondFactor.turnOff}
        </button>
      </div>
    </>
  )
}

/** Sets up the second factor, creates new backup codes, turns it off. */
export const AccountSecondFactor = ({ hasPassword, isOn, isRequired }: Props) => {
  const { secondFactor } = useMessages(accountMessages).account
  const { revalidate } = useRevalidator()
  const [stage, setStage] = useState<Stage>({ name: 'rest' })
  const actions = useSecondFactorActions(setStage)
  const reset = () => setStage({ name: 'rest' })
  return (
    <AccountSection id="second-factor" heading={secondFactor.heading}>
      {stage.name === 'rest' && <SecondFactorStatus isOn={isOn} isRequired={isRequired} onStart={setStage} />}
      {stage.name === 'confirm' && (
        <ConfirmPassword
          text={
            { enable: undefined, renew: secondFactor.newCodesText, disable: secondFactor.turnOffText }[stage.action]
          }
          hasPassword={hasPassword}
          onConfirm={actions[stage.action]}
          onCancel={reset}
        />
      )}
      {stage.name === 'scan' && (
        <SecondFactorSetup
          setup={stage.setup}
          onDone={() => setStage({ name: 'codes', codes: stage.setup.backupCodes })}
          onCancel={reset}
        />
      )}
      {stage.name === 'codes' && (
        <BackupCodes
          codes={stage.codes}
          onSaved={() => {
            reset()
            void revalidate()
          }}
        />
      )}
    </AccountSection>
  )
}
