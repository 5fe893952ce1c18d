// `mailto:` URLs for addresses and texts that strangers wrote.

// Bangla takes nine characters of a URL for each of its own, and programs cut a URL of tens of thousands.
const maxQuoted = 1_000

type Message = { email: string; subject: string | null; message: string | null }

/** A `mailto:` URL with the message quoted below an empty answer. */
export const toReplyUrl = ({ email, subject, message }: Message): string => {
  // By code points: encodeURIComponent throws on half of an emoji.
  const text = Array.from(message ?? '')
    .slice(0, maxQuoted)
    .join('')
  const quoted = text.split('\n').map((line) => `> ${line}`)
  const body = encodeURIComponent(`\r\n\r\n${quoted.join('\r\n')}`)
  return `${toMailUrl(email)}?subject=${encodeURIComponent(`Re: ${subject ?? 'Motohaat'}`)}&body=${body}`
}

/** A `mailto:` URL of one address. Encoded, because `?cc=` in an address would add recipients. */
export const toMailUrl = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
