// What was typed into the booking dialog, kept for as long as the tab lives: closing it by accident loses nothing.

import { withFallback } from './with-fallback.ts'

export type BookingDraft = { contactNumber: string; meetingLocation: string }

const emptyDraft: BookingDraft = { contactNumber: '', meetingLocation: '' }

/** Each person's own, so that the next one who signs in here does not see it. */
const toKey = ({ uid, bikeId }: { uid: string; bikeId: string }) => `motohaat-booking-${uid}-${bikeId}`

/** The draft that a text holds; an empty one when it holds none. */
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

/** The draft of one person for one bike; where the browser bars storage, it is as if nothing had been typed. */
export const createBookingDraftStore = (owner: { uid: string; bikeId: string }) => {
  const key = toKey(owner)
  return {
    read: () => withFallback(() => parseBookingDraft(sessionStorage.getItem(key)), emptyDraft),
    save: (draft: BookingDraft) => withFallback(() => sessionStorage.setItem(key, JSON.stringify(draft)), undefined),
    clear: () => withFallback(() => sessionStorage.removeItem(key), undefined),
  }
}
