// What an answer may do in the browser: the headers of every answer, and the Content Security Policy of a page.
import { createHash } from 'node:crypto'

/** The two screens that talk to the card provider, in every language; no other page may. */
const paymentPath = /^(?:\/[a-z]{2})?\/dashboard\/payments?\//

const toCspHash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const hourSeconds = 3_600
// Two years, the time that browsers' own lists ask for.
const hstsSeconds = 2 * 365 * 24 * hourSeconds

// What the shop has no use for, so that no script that got in has either.
const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
]
const toPermissionsPolicy = (features: string[]): string => features.map((feature) => `${feature}=()`).join(', ')

/**
 * The headers of every answer, whatever it is; a page and a picture put their own policy in the place of this one.
 * An answer of the API that is opened by itself can load nothing, run nothing and be framed by nobody.
 * @param publicUrl when it is https, browsers are told to come in no other way
 */
export const createSecurityHeaders = (publicUrl: string): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Browsers that know frame-ancestors do not read it; the others do.
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': toPermissionsPolicy([...unusedFeatures, 'payment']),
  ...(publicUrl.startsWith('https://') && {
    'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains`,
  }),
})

/** The headers of the service worker, which asks for pages and files of this shop and for nothing else. */
export const serviceWorkerHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

type Options = { inlineScript: string; cardOrigins: string[] }

/**
 * The headers of the page at `path`, beside those of every answer.
 * A member's photo may come from any https address. Nothing but the one theme script stands in the page itself.
 */
export const createPageHeaders = ({
  inlineScript,
  cardOrigins,
}: Options): ((path: string) => Record<string, string>) => {
  const themeHash = toCspHash(inlineScript)
  const toPolicy = (cardSources: string) =>
    [
      "default-src 'self'",
      `script-src 'self' ${themeHash}${cardSources}`,
      `connect-src 'self'${cardSources}`,
      `frame-src ${cardSources === '' ? "'none'" : cardSources.trim()}`,
      "img-src 'self' https: data:",
      "font-src 'self' data:",
      "style-src 'self'",
      // The shop's own service worker, which keeps what was seen.
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
  const defaultHeaders = { 'content-security-policy': toPolicy('') }
  const paymentHeaders = {
    'content-security-policy': toPolicy(cardOrigins.map((origin) => ` ${origin}`).join('')),
    // The provider's own page may offer the browser's wallet.
    'permissions-policy': toPermissionsPolicy(unusedFeatures),
  }
  return (path) => (paymentPath.test(path) ? paymentHeaders : defaultHeaders)
}
