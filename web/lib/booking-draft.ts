// What was typed into the booking dialog, kept for as long as the tab lives: closing it by accident loses nothing.

export type BookingDraft = { contactNumber: string; meetingLocation: string }

const empty: BookingDraft = { contactNumber: '', meetingLocation: '' }

/** Each person's own, so that the next one who signs in here does not see it. */
const keyOf = ({ uid, bikeId }: { uid: string; bikeId: string }) => `motohaat-booking-${uid}-${bikeId}`

/** The draft that a text holds; an empty one when it holds none. */
export const readDraft = (text: string | null): BookingDraft => {
  try {
    const draft: unknown = JSON.parse(text ?? 'null')
    if (typeof draft !== 'object' || draft === null) return empty
    return { ...empty, ...Object.fromEntries(Object.entries(draft).filter(([, value]) => typeof value === 'string')) }
  } catch {
    return empty
  }
}

const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** The draft of one person for one bike; where the browser bars storage, it is as if nothing had been typed. */
export const bookingDraft = (of: { uid: string; bikeId: string }) => {
  const key = keyOf(of)
  return {
    read: () => quietly(() => readDraft(sessionStorage.getItem(key)), empty),
    keep: (draft: BookingDraft) => quietly(() => sessionStorage.setItem(key, JSON.stringify(draft)), undefined),
    forget: () => quietly(() => sessionStorage.removeItem(key), undefined),
  }
}
