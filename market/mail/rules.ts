// When a letter that the mail server did not take is tried again.

const minuteMs = 60_000
const pausesMs = [1, 2, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)
const longestPauseMs = 360 * minuteMs

/** How long a process may be busy with one letter before another one takes it up. */
export const leaseMs = 2 * minuteMs

/** The pause after so many tries that failed: it grows, so that a server that is away is not knocked down when it is back. */
export const pauseMs = (tries: number): number => pausesMs[tries - 1] ?? longestPauseMs
