import { evidenceKinds } from '#contract/cases/badge-evidence.ts'
import { useMessages } from '#web/context/app-context.ts'
import { adminMessages } from '#web/i18n/en/admin.ts'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import type { Person, Seller } from '../fetch-people.ts'
import { SheetFacts } from './seller-facts.tsx'

/** Whom to call or visit, what is known of them, and what was checked. */
export const VerifyFields = ({ person, problem }: { person: Person | Seller; problem: string | undefined }) => {
  const { badge } = useMessages(adminMessages).sellers
  return (
    <div className="verify-seller">
      {'phone' in person && <SheetFacts seller={person} />}
      <RadioBoxes
        name="evidence"
        legend={badge.evidence}
        isRequired
        choices={evidenceKinds.map((value) => ({ value, label: badge.kinds[value] }))}
        problem={problem}
      />
      <p className="hint">{badge.hint}</p>
    </div>
  )
}
