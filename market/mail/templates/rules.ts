// The layout of every e-mail: subject, paragraphs, and how long sending it makes sense.

export type Email = {
  subject: string
  text: string
  /** How long sending the e-mail makes sense, in milliseconds. */
  lifetimeMs: number
  /** The URL of the unsubscribe page; e-mails that the recipient caused have none. */
  unsubscribeUrl?: string
}

/** A bike in an e-mail. Its seller wrote the name and the location. */
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

/** How long the link of a password reset e-mail is valid. */
export const resetLinkLifetimeMs = 60 * minuteMs

export type EmailContent = { lifetimeMs: number; subject: string; paragraphs: string[]; signature: string }

export const renderEmail = ({ lifetimeMs, subject, paragraphs, signature }: EmailContent): Email => ({
  subject,
  lifetimeMs,
  text: `${[...paragraphs, signature].join('\n\n')}\n`,
})

/**
 * Whether an e-mail program would turn a name into a link. Anybody may register somebody else's address under any name,
 * so our e-mail to that address must not carry links of strangers.
 */
export const looksLikeLink = (name: string): boolean => /[/@\\:]|\.\p{L}{2,}|www/iu.test(name)

/** Returns the text, or the fallback if the text looks like a link. */
export const replaceIfLink = (text: string, fallback: string): string => (looksLikeLink(text) ? fallback : text)
