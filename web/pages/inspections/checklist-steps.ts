// The screens of a checklist: one for each group, then what was found.
import { type InspectionGroup, type InspectionKind, inspectionGroups } from '#contract/inspections/points.ts'

export type ChecklistStep = InspectionGroup | 'found'

const steps: readonly ChecklistStep[] = [...inspectionGroups.map(({ group }) => group), 'found']

/** The screen of an address; the first one for any other text. */
export const findStep = (text: string): ChecklistStep => steps.find((step) => step === text) ?? 'cold_start'

/** The screens before and after this one; null at the ends. */
export const findNeighbours = (step: ChecklistStep): { before: ChecklistStep | null; after: ChecklistStep | null } => {
  const at = steps.indexOf(step)
  return { before: steps[at - 1] ?? null, after: steps[at + 1] ?? null }
}

/** Who reads an inspection of this kind. */
export const getReaders = (kind: InspectionKind, isPublic: boolean): 'everybody' | 'sides' | 'mechanic' => {
  if (isPublic) return 'everybody'
  return kind === 'mechanic' ? 'mechanic' : 'sides'
}
