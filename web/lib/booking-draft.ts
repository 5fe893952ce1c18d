// The input of the booking dialog, saved until the tab closes, so that closing the dialog by accident loses nothing.

import { withFallback } from './with-fallback.ts'

export type BookingDraft = { contactNumber: string; meetingLocation: string }

const emptyDraft: BookingDraft = { contactNumber: '', meetingLocation: '' }

/** Per person, so that the next person on this device does not see the draft. */
const toKey = ({ uid, bikeId }: { uid: string; bikeId: string }) => `motohaat-booking-${uid}-${bikeId}`

/** Parses a stored draft; an unreadable one gives an empty draft. */
export const parseBookingDraft = (text: string | null): BookingDraft => {
  try {
    const draft: unknown = JSON.parse(text ?? 'null')
    if (typeof draft !== 'object' || draft === null) return emptyDraft
    return {
      ...emptyDraft,
      ...Object.fromEntries(Object.entries(draft).filter(([, value]) => typeof value === 'string')),
    }
  } catch {
    return emptyDraft
  }
}

/** The draft of one person for one bike. Without storage it is empty and `save` does nothing. */
export const createBookingDraftStore = (owner: { uid: string; bikeId: string }) => {
  const key = toKey(owner)
  return {
    read: () => withFallback(() => parseBookingDraft(sessionStorage.getItem(key)), emptyDraft),
    save: (draft: BookingDraft) => withFallback(() => sessionStorage.setItem(key, JSON.stringify(draft)), undefined),
    clear: () => withFallback(() => sessionStorage.removeItem(key), undefined),
  }
}
