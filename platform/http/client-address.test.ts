import { expect, test } from 'vitest'
import { toAddressKey, createTrustProxy, isNetwork } from './client-address.ts'

test.each([
  [
    '192.0.2.1',
    ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1', ' 192.0.2.1 ', '192.0.2.1:4711'],
  ],
  ['127.0.0.1', ['127.0.0.1', '127.1', '0x7f.0.0.1', '::ffff:7f00:1']],
  [
    '2001:db8:0:7::/64',
    [
      '2001:db8:0:7::1',
      '2001:DB8:0:7:FFFF:1:2:3',
      '2001:0db8:0000:0007::',
      '[2001:db8:0:7::9]:443',
      '2001:db8:0:7::5%eth0',
    ],
  ],
  ['0:0:0:0::/64', ['::1', '::']],
  ['no address', ['', 'unknown', 'evil.example', '192.0.2.1, 198.51.100.7', '1.2.3.4.5', '::g']],
])('%s has one key, whatever its spelling', (key, spellings) => {
  expect(spellings.map(toAddressKey)).toEqual(spellings.map(() => key))
})

test('the next IPv4 address and the next /64 have keys of their own', () => {
  const neighbours = ['192.0.2.1', '192.0.2.2', '2001:db8:0:7::1', '2001:db8:0:8::1', '2001:db9:0:7::1']
  expect(new Set(neighbours.map(toAddressKey)).size).toBe(neighbours.length)
})

test.each([
  ['10.0.0.7', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['localhost', false],
  ['', false],
  ['10.0.0.0/', false],
])('%j is an address or a network: %j', (text, expected) => expect(isNetwork(text)).toBe(expected))

test('only the configured proxies are trusted, in every spelling', () => {
  const isProxy = createTrustProxy(['10.0.0.0/8', '2001:db8::1'])
  const trusted = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1', '2001:0DB8:0::1']
  const others = ['11.0.0.1', '2001:db8::2', '::1', '127.0.0.1', 'in process', '']
  expect([...trusted, ...others].map(isProxy)).toEqual([...trusted.map(() => true), ...others.map(() => false)])
  expect(['10.1.2.3', '127.0.0.1'].map(createTrustProxy([]))).toEqual([false, false])
})
