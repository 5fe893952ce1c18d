// What every letter is written on: a subject, paragraphs, and how long it is worth sending.

export type Letter = {
  subject: string
  text: string
  /** How long the letter is worth sending, in milliseconds. */
  usefulMs: number
}

const minuteMs = 60_000
export const weekMs = 7 * 24 * 60 * minuteMs

/** How long the key in a letter opens the way to a new password. */
export const resetMs = 60 * minuteMs

export type Content = { usefulMs: number; subject: string; paragraphs: string[]; signature: string }

export const letter = ({ usefulMs, subject, paragraphs, signature }: Content): Letter => ({
  subject,
  usefulMs,
  text: `${[...paragraphs, signature].join('\n\n')}\n`,
})

/**
 * Whether a name would be made a link by a program that shows letters. Anybody may register another's address under any
 * name, and then a letter goes there: it must carry no such words of theirs.
 */
export const looksLikeLink = (name: string): boolean => /[/@\\:]|\.\p{L}{2,}|www/iu.test(name)
