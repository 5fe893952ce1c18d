import { evidenceKinds, maxBadgeNote } from '#contract/cases/badge-evidence.ts'
import { useMessages } from '#web/context/app-context.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import type { Person, Seller } from '../fetch-people.ts'
import { SheetFacts } from './seller-facts.tsx'

/** Whom to call or visit, what is known of them, and what was checked. */
export const VerifyFields = ({ person, problems }: { person: Person | Seller; problems: Problems }) => {
  const { badge } = useMessages(adminMessages).sellers
  return (
    <div className="verify-seller">
      {'phone' in person && <SheetFacts seller={person} />}
      <RadioBoxes
        name="evidence"
        legend={badge.evidence}
        hint={badge.hint}
        isRequired
        choices={evidenceKinds.map((value) => ({ value, label: badge.kinds[value] }))}
        problem={problems['evidence']}
      />
      <TextField
        id="badge-note"
        name="note"
        label={badge.note}
        hint={badge.noteHint}
        optional={badge.noteOptional}
        rows={2}
        maxLength={maxBadgeNote}
        problem={problems['note']}
      />
    </div>
  )
}
