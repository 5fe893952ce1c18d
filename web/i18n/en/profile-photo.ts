// English messages of the field for a person’s photo. Loaded with the registration and the account.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  choose: 'Add a photo',
  initials: 'Use my initials',
  sending: 'Sending the photo',
  nameFirst: 'Enter your name first.',
  alt: 'Your photo',
  without: 'Without one, your initials are shown.',
}

export const profilePhotoMessages = createNamespace('profilePhoto', en)
