// The messages of members' pages: English has them with each page's code, Bangla in a chunk of their own.
import type { Language } from './language.ts'

/** Adds the messages of members' pages to the language. Must be done before a component with these messages renders. */
export const loadMemberMessages = async ({ namespaces }: Language): Promise<void> => {
  if (!namespaces || 'deals' in namespaces) return
  Object.assign(namespaces, (await import('./bn/member-namespaces.ts')).memberNamespaces)
}
