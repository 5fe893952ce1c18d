import { expect, test } from 'vitest'
import { createUploadPlaces } from './upload-places.ts'

const limits = { maxUploads: 8, maxUploadsPerMember: 2, maxUploadsPerAddress: 3, reservedUploads: 3 }

const createPlaces = () => {
  const places = createUploadPlaces(limits)
  const take = (memberId: string, ip: string) => {
    const request = { ip }
    return { code: places.take(request, memberId)?.code, request }
  }
  return { take, release: (request: { ip: string }) => places.release(request) }
}

test('a member has few places at once, from whatever address, and again when one is free', () => {
  const { take, release } = createPlaces()
  const first = take('a', '192.0.2.1')
  expect([first.code, take('a', '192.0.2.2').code, take('a', '192.0.2.3').code]).toEqual([
    undefined,
    undefined,
    'too_many_requests',
  ])
  expect([release(first.request), release(first.request)]).toEqual([true, false])
  expect(take('a', '192.0.2.3').code).toBeUndefined()
})

test('an address has more places than a member, whatever the rest of an IPv6 address is', () => {
  const { take } = createPlaces()
  const codes = ['a', 'b', 'c', 'd'].map((member, at) => take(member, `2001:db8::${at + 1}`).code)
  expect(codes).toEqual([undefined, undefined, undefined, 'too_many_requests'])
})

test('the last places are for members and addresses that have none', () => {
  const { take } = createPlaces()
  for (const [member, ip] of [
    ['a', '192.0.2.1'],
    ['a', '192.0.2.1'],
    ['b', '192.0.2.2'],
    ['b', '192.0.2.2'],
    ['c', '192.0.2.3'],
  ] as const)
    expect(take(member, ip).code).toBeUndefined()
  expect([take('c', '192.0.2.3').code, take('new', '192.0.2.3').code]).toEqual(['shop_unavailable', 'shop_unavailable'])
  for (const at of [4, 5, 6]) expect(take(`member ${at}`, `192.0.2.${at}`).code).toBeUndefined()
  expect(take('seven', '192.0.2.7').code).toBe('shop_unavailable')
})
