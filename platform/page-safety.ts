// What a page may do in the browser: its Content Security Policy and the headers that stand beside it.
import { createHash } from 'node:crypto'

/** The two screens that talk to the card provider; no other page may. */
const takesCards = /^\/dashboard\/payments?\//

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

type Options = { inlineScript: string; cardOrigins: string[] }

/**
 * The headers of the page at `path`.
 * A member's photo may come from any https address. Nothing but the one theme script stands in the page itself.
 */
export const pageSafety = ({ inlineScript, cardOrigins }: Options): ((path: string) => Record<string, string>) => {
  const themeHash = hashOf(inlineScript)
  const policy = (cards: string) =>
    [
      "default-src 'self'",
      `script-src 'self' ${themeHash}${cards}`,
      `connect-src 'self'${cards}`,
      `frame-src ${cards === '' ? "'none'" : cards.trim()}`,
      "img-src 'self' https: data:",
      "font-src 'self' data:",
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
  const withoutCards = policy('')
  const withCards = policy(cardOrigins.map((origin) => ` ${origin}`).join(''))
  return (path) => ({
    'content-security-policy': takesCards.test(path) ? withCards : withoutCards,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()',
  })
}
