import { maxNoteCharacters } from '#contract/deals/text-lengths.ts'
import { declineChoices } from '#contract/deals/close-choices.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { dealTermMessages } from '#web/i18n/en/deal-terms.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { ActDialog, type DialogProps } from '#web/components/deals/act-dialog.tsx'
import { MeetingFields, readMeeting } from './meeting-fields.tsx'
import { ReasonChoices } from './reason-choices.tsx'

const meetingFields = ['day', 'time', 'place']

/** Accepts a booking, with a time to meet if one is chosen. */
export const AcceptDialog = ({ deal, nowMs, onClose }: DialogProps) => {
  const { accept, meeting } = useMessages(dealActMessages)
  const { line } = useMessages(dealTermMessages)
  const { client } = useApp()
  const name = toFirstName(deal.otherName)
  const send = async (form: FormData) => {
    await client('PUT /deals/:id/answer', {
      params: { id: deal._id },
      body: { answer: 'yes', ...readMeeting(form) },
    })
    return accept.success(name)
  }
  return (
    <ActDialog
      heading={accept.heading(name)}
      submit={accept.submit}
      messages={meeting}
      fields={meetingFields}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className="lead">
            {accept.lead(name)} {deal.lineLength > 1 && line.others(deal.lineLength - 1)}
          </p>
          <MeetingFields nowMs={nowMs} place={deal.proposedPlace ?? deal.meetPlace} problems={problems} isOptional />
        </>
      )}
    </ActDialog>
  )
}

/** Declines a booking with a reason, which the buyer reads. */
export const DeclineDialog = ({ deal, onClose }: DialogProps) => {
  const { decline, nextInLine, optional } = useMessages(dealActMessages)
  const { client } = useApp()
  const name = toFirstName(deal.otherName)
  const send = async (form: FormData) => {
    const chosen = getFormText(form, 'why')
    const choice = declineChoices.find((one) => one === chosen)
    const reason = getFormText(form, 'message').trim()
    await client('PUT /deals/:id/answer', {
      params: { id: deal._id },
      body: { answer: 'no', ...(choice !== undefined && { choice }), ...(reason !== '' && { reason }) },
    })
    return decline.success(name)
  }
  return (
    <ActDialog
      heading={decline.heading(name)}
      submit={decline.submit}
      fields={['message']}
      send={send}
      onClose={onClose}
      isDanger
    >
      {(problems) => (
        <>
          <ReasonChoices name="why" legend={decline.why} choices={decline.reasons} />
          <TextField
            id="decline-message"
            name="message"
            label={decline.message(name)}
            hint={deal.lineLength > 1 ? `${decline.hint(name)} ${nextInLine}` : decline.hint(name)}
            optional={optional}
            maxLength={maxNoteCharacters}
            rows={3}
            problem={problems.message}
          />
        </>
      )}
    </ActDialog>
  )
}

/** Proposes a time and a place; the other side can agree. */
export const MeetingDialog = ({ deal, nowMs, onClose }: DialogProps) => {
  const { meeting } = useMessages(dealActMessages)
  const { client } = useApp()
  const name = toFirstName(deal.otherName)
  const send = async (form: FormData) => {
    const body = readMeeting(form)
    if (body) await client('PUT /deals/:id/meeting', { params: { id: deal._id }, body })
    return meeting.success(name)
  }
  return (
    <ActDialog
      heading={meeting.heading}
      submit={meeting.submit(name)}
      messages={meeting}
      fields={meetingFields}
      send={send}
      onClose={onClose}
    >
      {(problems) => <MeetingFields nowMs={nowMs} place={deal.proposedPlace ?? deal.meetPlace} problems={problems} />}
    </ActDialog>
  )
}
