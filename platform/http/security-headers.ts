// Security headers of every response, and the Content Security Policy of pages.
import { createHash } from 'node:crypto'
import { cspReportPath } from './csp-reports.ts'

/** The payment pages, in every language. Only they may load the card provider's script. */
const paymentPath = /^(?:\/[a-z]{2})?\/dashboard\/payments?\//

const toCspHash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const hourSeconds = 3_600
// Two years, as recommended for the HSTS preload list.
const hstsSeconds = 2 * 365 * 24 * hourSeconds

// Browser features that no page uses, denied in case a script is injected.
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
  'serial',
  'usb',
]
// The phone stays awake while it shows the code of a handover.
const ownFeatures = ['screen-wake-lock=(self)']
const toPermissionsPolicy = (features: string[]): string =>
  [...features.map((feature) => `${feature}=()`), ...ownFeatures].join(', ')

/**
 * The headers of every response. Pages and pictures override the policy. An API response opened in a browser can load
 * nothing, run nothing and not be framed.
 * @param publicUrl with https, HSTS is added
 */
export const createSecurityHeaders = (publicUrl: string): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': toPermissionsPolicy([...unusedFeatures, 'payment']),
  ...(publicUrl.startsWith('https://') && {
    'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains`,
  }),
})

/** The headers of the service worker, which fetches from its own origin only. */
export const serviceWorkerHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

type Options = { inlineScript: string; cardOrigins: string[] }

/**
 * Creates the function that gives the additional headers of the page at `path`. A member's photo may be at any https URL.
 * The only inline script is the theme script, allowed by its hash.
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
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // For Firefox and Safari; Chromium uses the endpoint of `report-to`.
      `report-uri ${cspReportPath}`,
      'report-to csp',
    ].join('; ')
  const reporting = { 'reporting-endpoints': `csp="${cspReportPath}"` }
  const defaultHeaders = { ...reporting, 'content-security-policy': toPolicy('') }
  const paymentHeaders = {
    ...reporting,
    'content-security-policy': toPolicy(cardOrigins.map((origin) => ` ${origin}`).join('')),
    // The card provider's frame may use the Payment Request API.
    'permissions-policy': toPermissionsPolicy(unusedFeatures),
  }
  return (path) => (paymentPath.test(path) ? paymentHeaders : defaultHeaders)
}
