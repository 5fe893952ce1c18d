import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecurityHeaders, createPageHeaders } from './security-headers.ts'

const inlineScript = 'document.documentElement.dataset.theme = "dark"'
const getPageHeaders = createPageHeaders({ inlineScript, cardOrigins: ['https://cards.example'] })

/** The sources of one directive of the policy. */
const getSources = (path: string, directive: string): string[] => {
  const policy = getPageHeaders(path)['content-security-policy'] ?? ''
  const [, ...found] =
    policy
      .split('; ')
      .map((one) => one.split(' '))
      .find(([name]) => name === directive) ?? []
  return found
}

test('a page runs scripts of its origin and the theme script, nothing else', () => {
  const hash = createHash('sha256').update(inlineScript).digest('base64')

  expect(getSources('/', 'script-src')).toEqual(["'self'", `'sha256-${hash}'`])
  expect(getSources('/', 'style-src')).toEqual(["'self'"])
})

test.each(['/', '/dashboard', '/dashboard/wishlist', '/dashboard/paymentsomething', '/login?x=/dashboard/payment/1'])(
  'the card provider has no place on %s',
  (path) => expect(getPageHeaders(path)['content-security-policy']).not.toContain('cards.example'),
)

test.each(['/dashboard/payment/1', '/dashboard/payments/1'])('the card provider is allowed on %s', (path) => {
  for (const directive of ['script-src', 'connect-src', 'frame-src']) {
    expect(getSources(path, directive)).toContain('https://cards.example')
  }
})

test('no page may be framed, and every page has its headers', () => {
  expect(getSources('/', 'frame-ancestors')).toEqual(["'none'"])
  expect({ ...createSecurityHeaders(''), ...getPageHeaders('/') }).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})
