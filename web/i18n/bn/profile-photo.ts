// Bangla messages of the field for a person’s photo.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const profilePhotoMessages: Namespaces['profilePhoto'] = {
  choose: 'ছবি দিন',
  initials: 'ছবি দেব না',
  sending: 'ছবি আপলোড হচ্ছে',
  nameFirst: 'আগে আপনার নাম লিখুন।',
  alt: 'আপনার ছবি',
  without: 'ছবি না দিলে নামের প্রথম অক্ষর দেখা যায়।',
}
