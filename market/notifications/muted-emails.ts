// Pure. Which notifications a member gets as an e-mail too.
import { findEvent } from '#contract/notices/events.ts'

/** Whether the member has switched off e-mails of this kind. */
export const isMuted = (kind: string, mutedKinds: readonly string[]): boolean => {
  const setting = findEvent(kind)?.setting
  return setting !== undefined && mutedKinds.includes(setting)
}
