import { expect, test } from 'vitest'
import { toQrPath } from '#web/components/qr-path.ts'
import { parseHandoverFragment, toHandoverLink } from './handover-link.ts'

const dealId = '0198c2de-7a51-7c3e-9f0a-3f1f2d1c9b11'
const qr = `${dealId}.1.q3J8_-pYwq0dVvMJtWq8H6n2o3kqv8m0n5t1l2r3s4U`
const link = toHandoverLink({ origin: 'https://motohaat.example', dealId, qr })

test('the QR code opens the handover of its deal, and the code is in no part that reaches a server', () => {
  const { pathname, search, hash } = new URL(link)
  expect(pathname).toBe(`/dashboard/deal/${dealId}/handover`)
  expect(search).toBe('')
  expect(parseHandoverFragment(hash)).toBe(qr)
})

test('the QR code stays coarse enough for the camera of a cheap phone', () => {
  // Version 10 has 57 modules a side, and a border of 4 at each; at 208 px a module is over 3 px.
  expect(toQrPath(link).size).toBeLessThanOrEqual(57 + 8)
})

test('another fragment is not a scanned code', () => {
  for (const hash of ['', '#', '#code=', '#second-factor', '#code=a%20b', `#code=${'x'.repeat(201)}`])
    expect(parseHandoverFragment(hash)).toBeUndefined()
})
