// The messages of inspections, with the texts of all points: English has them with each page's code, Bangla in a chunk that
// no other page loads. Public pages need them too.
import type { Language } from './language.ts'

/** Adds the messages of inspections to the language. Must be done before a component with these messages renders. */
export const loadInspectionMessages = async ({ namespaces }: Language): Promise<void> => {
  if (!namespaces || 'inspections' in namespaces) return
  Object.assign(namespaces, { inspections: (await import('./bn/inspections.ts')).inspectionMessages })
}
