// English messages of the page that stands for one that is not on the phone. Loaded with the page.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  title: 'Offline',
  heading: 'This page is not on your phone yet',
  text: 'Motohaat cannot be reached right now. You can still read pages that you opened before.',
  saved: 'Pages on your phone',
  retry: 'Try again',
  home: 'Go to Home',
}

export const offlinePageMessages = createNamespace('offlinePage', en)
