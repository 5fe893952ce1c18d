import { describe, expect, test } from 'vitest'
import { toAuthPath, toLoginPath, getReturnPath } from './return-path.ts'

describe('the page a person returns to after logging in', () => {
  test.each([
    '/',
    '/dashboard',
    '/categoryDetails/TVS',
    '/home?page=2#contact',
    '/dashboard/payment/0192',
    '/blog/%2F%2Fevil.example',
  ])('%s is a page of the shop', (from) => expect(getReturnPath(from)).toBe(from))

  test.each([
    ['nothing', null],
    ['an empty text', ''],
    ['another site', 'https://evil.example/'],
    ['another site without its scheme', '//evil.example'],
    ['a slash and a backslash', '/\\evil.example'],
    ['a backslash further in', '/a\\..\\\\evil.example'],
    ['a path that a browser shortens to another site', '/.//evil.example'],
    ['a path that climbs to another site', '/a/..//evil.example'],
    ['a tab between two slashes', '/\t/evil.example'],
    ['a new line', '/\n/evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'dashboard'],
    ['the log-in page itself', '/login'],
    ['the log-in page in capitals with its query', '/Login/?from=%2Flogin'],
    ['the registration page', '/register'],
    ['the log-in page in Bangla', '/bn/login'],
    ['another site behind a language', '/bn//evil.example'],
  ])('%s leads to the home page', (_, from) => expect(getReturnPath(from)).toBe('/'))
})

test.each([
  ['/bn/dashboard?x=1', '/dashboard?x=1'],
  ['/bn', '/'],
  ['/bnx', '/bnx'],
])('%s leads to %s, because the navigation adds the language', (from, to) => expect(getReturnPath(from)).toBe(to))

describe('the address of the log-in page', () => {
  test('remembers the page the person came from', () => {
    expect(toLoginPath('/categoryDetails/TVS?x=1&y=2')).toBe('/login?from=%2FcategoryDetails%2FTVS%3Fx%3D1%26y%3D2')
  })

  test('omits the home page, which is the default', () => {
    expect(toLoginPath('/')).toBe('/login')
  })
})

test.each([
  ['/bikes?q=r15', '', '/register?from=%2Fbikes%3Fq%3Dr15'],
  ['/dashboard/deal/7/handover', '#code=1', '/register?from=%2Fdashboard%2Fdeal%2F7%2Fhandover#code=1'],
  [null, '', '/register'],
  ['/login', '', '/register'],
])(
  'the way from the login to the registration takes %s along, and nothing of what went wrong',
  (from, fragment, path) => expect(toAuthPath('/register', { from, fragment })).toBe(path),
)
