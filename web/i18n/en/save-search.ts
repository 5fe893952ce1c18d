// English messages of the button that saves a search. Kept small, because public pages load it.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  save: 'Save this search',
  saved: 'Search saved',
  success: 'Search saved. We e-mail you when a new bike matches.',
  login: 'Please log in to save this search',
}

export const saveSearchMessages = createNamespace('saveSearch', en)
