// Bangla messages of a picture on its way: made smaller here, then sent.
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

const { digits } = banglaFormat

export const pictureUploadMessages: Namespaces['pictureUpload'] = {
  shrinking: 'ছবি ছোট করা হচ্ছে',
  kilobytes: (count) => `${digits(count)} কেবি`,
  megabytes: (count) => `${digits(count)} এমবি`,
  saved: (before, after) => `পাঠানোর আগে ছোট করা হয়েছে: ${before} থেকে ${after}।`,
}
