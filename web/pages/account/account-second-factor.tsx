import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '#web/ui/toast.ts'
import { account } from '#web/i18n/en/account.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { AccountPart } from './account-section.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { SecondFactorSetUp, type Begun } from './second-factor-setup.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Stage =
  | { name: 'rest' }
  | { name: 'confirm'; deed: 'enable' | 'renew' | 'disable' }
  | { name: 'scan'; begun: Begun }
  | { name: 'codes'; codes: string[] }

type Props = { hasPassword: boolean; isOn: boolean; isRequired: boolean }

/** What follows when the person has confirmed who they are. */
const useDeeds = (setStage: (stage: Stage) => void) => {
  const { secondFactor } = useChapter(account).account
  const { client, session } = useWorld()
  const { revalidate } = useRevalidator()
  return {
    enable: async (password: string | undefined) => {
      const begun = await client('POST /auth/two-factor/enable', { body: { password } }, { as: 'anyone' })
      setStage({ name: 'scan', begun })
    },
    renew: async (password: string | undefined) => {
      const body = { password }
      const { backupCodes } = await client('POST /auth/two-factor/generate-backup-codes', { body }, { as: 'anyone' })
      setStage({ name: 'codes', codes: backupCodes })
    },
    disable: async (password: string | undefined) => {
      await client('POST /auth/two-factor/disable', { body: { password } }, { as: 'anyone' })
      // Turning it off began a new session.
      await session.renew()
      toast.success(secondFactor.offSuccess)
      setStage({ name: 'rest' })
      await revalidate()
    },
  }
}

const AtRest = ({ isOn, isRequired, onBegin }: Omit<Props, 'hasPassword'> & { onBegin: (stage: Stage) => void }) => {
  const { secondFactor } = useChapter(account).account
  if (!isOn) {
    return (
      <>
        {isRequired && <p className="note note--warn">{secondFactor.required}</p>}
        <p className="account__text">{secondFactor.what}</p>
        <button className="btn btn--primary" type="button" onClick={() => onBegin({ name: 'confirm', deed: 'enable' })}>
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
        <button className="btn btn--line" type="button" onClick={() => onBegin({ name: 'confirm', deed: 'renew' })}>
          {secondFactor.newCodes}
        </button>
        <button className="btn btn--danger" type="button" onClick={() => onBegin({ name: 'confirm', deed: 'disable' })}>
          {secondFactor.turnOff}
        </button>
      </div>
    </>
  )
}

/** Sets the second factor up, gives new backup codes, turns it off. */
export const AccountSecondFactor = ({ hasPassword, isOn, isRequired }: Props) => {
  const { secondFactor } = useChapter(account).account
  const { revalidate } = useRevalidator()
  const [stage, setStage] = useState<Stage>({ name: 'rest' })
  const deeds = useDeeds(setStage)
  const rest = () => setStage({ name: 'rest' })
  return (
    <AccountPart id="second-factor" heading={secondFactor.heading}>
      {stage.name === 'rest' && <AtRest isOn={isOn} isRequired={isRequired} onBegin={setStage} />}
      {stage.name === 'confirm' && (
        <ConfirmPassword
          text={{ enable: undefined, renew: secondFactor.newCodesText, disable: secondFactor.turnOffText }[stage.deed]}
          hasPassword={hasPassword}
          onConfirm={deeds[stage.deed]}
          onCancel={rest}
        />
      )}
      {stage.name === 'scan' && (
        <SecondFactorSetUp
          begun={stage.begun}
          onDone={() => setStage({ name: 'codes', codes: stage.begun.backupCodes })}
          onCancel={rest}
        />
      )}
      {stage.name === 'codes' && (
        <BackupCodes
          codes={stage.codes}
          onKept={() => {
            rest()
            void revalidate()
          }}
        />
      )}
    </AccountPart>
  )
}
