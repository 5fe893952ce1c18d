// Pure. The name of the reader and the time on the photo of a paper.
import { toDhakaTime } from '#contract/time/dhaka.ts'

/** The text over a photo: who reads it, and when in Dhaka. */
export const toWatermark = (name: string, at: Date): string =>
  `${name} · ${toDhakaTime(at).toISOString().slice(0, 16).replace('T', ' ')}`
