// Durations in milliseconds.
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The time so many milliseconds later; earlier for a negative number. */
export const addMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
