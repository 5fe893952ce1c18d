// English messages of a picture on its way: made smaller here, then sent. Loaded with the screens that send pictures.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  shrinking: 'Making the photo smaller',
  kilobytes: (count: string) => `${count} KB`,
  megabytes: (count: string) => `${count} MB`,
  saved: (before: string, after: string) => `Made smaller before sending: ${after} instead of ${before}.`,
}

export const pictureUploadMessages = createNamespace('pictureUpload', en)
