import { badgeWants, evidenceKinds } from '#contract/cases/badge-evidence.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import type { Person, Seller } from '../fetch-people.ts'
import { VerifyFields } from './verify-fields.tsx'

type Props = { person: Person | Seller; onClose: () => void }

/**
 * Asks what was checked and gives the badge with the specification's two calls; the second one runs only if the first
 * changed something.
 */
export const VerifyDialog = ({ person, isAgain, onClose }: Props & { isAgain: boolean }) => {
  const { sellers } = useMessages(adminMessages)
  const { badge } = sellers
  const { client } = useApp()
  const send = async (form: FormData) => {
    const evidence = evidenceKinds.find((kind) => kind === getFormText(form, 'evidence')) ?? 'papers_seen'
    const note = getFormText(form, 'note')
    const { modifiedCount } = await client('PUT /users/:id', {
      params: { id: person._id },
      body: { verify: true, evidence, ...(note !== '' && { note }), ...(isAgain && { again: true }) },
    })
    // Another admin was faster.
    if (modifiedCount === 0) return null
    await client('PUT /users/update', { query: { email: person.email }, body: { verify: true } })
    return sellers.verifySuccess
  }
  return (
    <FormDialog
      heading={isAgain ? badge.againLabel(person.name) : sellers.verifyLabel(person.name)}
      messages={{
        missing: { evidence: badge.missingEvidence },
        close: badge.close,
        save: sellers.verify,
        saving: badge.saving,
      }}
      fields={['evidence', 'note']}
      send={send}
      onClose={onClose}
    >
      {(problems) => <VerifyFields person={person} problems={problems} />}
    </FormDialog>
  )
}

/** Takes the badge of a seller back, with a reason that they read. */
export const TakeBadgeBackDialog = ({ person, onClose }: Props) => {
  const { badge } = useMessages(adminMessages).sellers
  const { client } = useApp()
  const send = async (form: FormData) => {
    const body = { reason: getFormText(form, 'reason') }
    const { modifiedCount } = await client('PUT /badges/:id', { params: { id: person._id }, body })
    return modifiedCount === 0 ? null : badge.taken
  }
  return (
    <FormDialog
      heading={badge.takeBackLabel(person.name)}
      messages={{
        missing: { reason: badge.missingReason },
        close: badge.close,
        save: badge.takeBack,
        saving: badge.saving,
      }}
      fields={['reason']}
      send={send}
      onClose={onClose}
      isDanger
      cancelText={badge.cancel}
    >
      {(problems) => (
        <TextField
          id="badge-reason"
          name="reason"
          label={badge.reason}
          hint={badge.reasonHint}
          rows={3}
          maxLength={1_000}
          problem={problems['reason']}
        />
      )}
    </FormDialog>
  )
}

/** Papers belong to a bike; whoever has one for sale is not asked for one. */
const listWants = (person: Person | Seller) => {
  const hasBike = 'bikesOnSale' in person && person.bikesOnSale > 0
  return badgeWants.filter((wanted) => wanted !== (hasBike ? 'bike' : 'papers'))
}

/** Asks a seller for something that the badge waits for. */
export const AskDialog = ({ person, onClose }: Props) => {
  const { question, badge } = useMessages(adminMessages).sellers
  const { client } = useApp()
  const send = async (form: FormData) => {
    const wanted = badgeWants.find((one) => one === getFormText(form, 'wanted')) ?? 'phone'
    await client('PUT /badges/:id/question', { params: { id: person._id }, body: { wanted } })
    return question.sent(person.name)
  }
  return (
    <FormDialog
      heading={question.heading(person.name)}
      messages={{
        missing: { wanted: question.missing },
        close: badge.close,
        save: question.send(person.name),
        saving: question.sending,
      }}
      fields={['wanted']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <div className="verify-seller">
          <RadioBoxes
            name="wanted"
            legend={question.legend}
            hint={question.hint}
            isRequired
            choices={listWants(person).map((value) => ({ value, label: question.wants[value], isWide: true }))}
            problem={problems['wanted']}
          />
        </div>
      )}
    </FormDialog>
  )
}
