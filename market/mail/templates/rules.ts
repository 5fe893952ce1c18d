// What every letter is written on: a subject, paragraphs, and how long it is worth sending.

export type Email = {
  subject: string
  text: string
  /** How long the letter is worth sending, in milliseconds. */
  lifetimeMs: number
  /** Where one tap stops letters of this kind; letters that somebody caused a moment ago have none. */
  unsubscribeUrl?: string
}

/** A bike as a letter tells of it; its seller wrote the name and the location. */
export type EmailBike = {
  name: string
  category: string
  salePriceTaka: number
  boughtInYear: number
  location: string
  slug: string
}

const minuteMs = 60_000
export const weekMs = 7 * 24 * 60 * minuteMs

/** How long the key in a letter opens the way to a new password. */
export const resetLinkLifetimeMs = 60 * minuteMs

export type EmailContent = { lifetimeMs: number; subject: string; paragraphs: string[]; signature: string }

export const renderEmail = ({ lifetimeMs, subject, paragraphs, signature }: EmailContent): Email => ({
  subject,
  lifetimeMs,
  text: `${[...paragraphs, signature].join('\n\n')}\n`,
})

/**
 * Whether a name would be made a link by a program that shows letters. Anybody may register another's address under any
 * name, and then a letter goes there: it must carry no such words of theirs.
 */
export const looksLikeLink = (name: string): boolean => /[/@\\:]|\.\p{L}{2,}|www/iu.test(name)

/** What somebody wrote, or what is said instead where it looks like a link: letters go to people who did not write it. */
export const replaceIfLink = (text: string, fallback: string): string => (looksLikeLink(text) ? fallback : text)
