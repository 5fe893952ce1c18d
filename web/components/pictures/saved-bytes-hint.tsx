import { pictureUploadMessages } from '#web/i18n/en/picture-upload.ts'
import { useMessages } from '#web/context/app-context.ts'
import { type SavedBytes, describeSaved } from './picture-plan.ts'

/** Says how much smaller the pictures were made before they were sent. */
export const SavedBytesHint = ({ saved }: { saved: readonly (SavedBytes | null)[] }) => {
  const text = describeSaved(saved, useMessages(pictureUploadMessages))
  return text === undefined ? null : <p className="hint">{text}</p>
}
