import { expect, test } from 'vitest'
import { parseDeviceName } from './device-name.ts'

const toUserAgent = (rest: string) => `Mozilla/5.0 ${rest}`

test.each([
  [
    'Chrome on Android',
    '(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Samsung Internet on Android',
    '(Linux; Android 13; SM-A135F) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Safari on iPhone',
    '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  ['Edge on Windows', '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  ['Firefox on Linux', '(X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'],
  ['Chrome on Mac', '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
])('%s', (expected, userAgent) => {
  const name = parseDeviceName(toUserAgent(userAgent))
  expect(`${name?.browser} on ${name?.system}`).toBe(expected)
})

test.each(['', 'curl/8.0', 'x'.repeat(5_000)])('an unknown user agent gives null: %.10s', (userAgent) => {
  expect(parseDeviceName(userAgent)).toBeNull()
})
