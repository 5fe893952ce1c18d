import { maxNoteCharacters } from '#contract/deals/text-lengths.ts'
import { useState } from 'react'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import type { DealAct } from '#web/components/deals/deal-entries.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { ActDialog, type DialogProps } from '#web/components/deals/act-dialog.tsx'
import { ReasonChoices } from './reason-choices.tsx'

type Outcome = 'no_deal' | 'no_show' | 'handed_over'

const actByOutcome: Record<Outcome, DealAct> = {
  no_deal: 'say_no_deal',
  no_show: 'say_no_show',
  handed_over: 'say_handed_over',
}

/** Says what happened at the meeting; only what the server allows can be chosen. */
export const OutcomeDialog = ({ deal, onClose }: DialogProps) => {
  const { outcome: messages, optional } = useMessages(dealActMessages)
  const { client } = useApp()
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const name = toFirstName(deal.otherName)
  const texts: Record<Outcome, { choice: string; consequence: string }> = {
    no_deal: { choice: messages.choices.no_deal, consequence: messages.consequences.no_deal },
    no_show: { choice: messages.choices.no_show(name), consequence: messages.consequences.no_show(name) },
    handed_over: { choice: messages.choices.handed_over, consequence: messages.consequences.handed_over },
  }
  const outcomes = (['no_deal', 'no_show', 'handed_over'] as const).filter((outcome) =>
    deal.acts.includes(actByOutcome[outcome]),
  )
  const send = async (form: FormData) => {
    const note = getFormText(form, 'note').trim()
    if (chosen !== null)
      await client('PUT /deals/:id/outcome', {
        params: { id: deal._id },
        body: { outcome: chosen, ...(note !== '' && { note }) },
      })
    return messages.success
  }
  return (
    <ActDialog
      heading={messages.heading}
      submit={messages.submit}
      messages={messages}
      fields={['outcome', 'note']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <ReasonChoices
            name="outcome"
            legend={messages.choose}
            choices={Object.fromEntries(outcomes.map((outcome) => [outcome, texts[outcome].choice]))}
            problem={problems.outcome}
            onChoose={(value) => setChosen(outcomes.find((outcome) => outcome === value) ?? null)}
            isRequired
          />
          <p className="hint" role="status">
            {chosen !== null && texts[chosen].consequence}
          </p>
          <TextField
            id="outcome-note"
            name="note"
            label={messages.note}
            optional={optional}
            maxLength={maxNoteCharacters}
            rows={3}
            problem={problems.note}
          />
        </>
      )}
    </ActDialog>
  )
}
