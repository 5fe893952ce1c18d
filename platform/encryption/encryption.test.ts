import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, decryptFile, encrypt, encryptFile } from './encryption.ts'

const key = { secret: 'a secret', purpose: 'numbers', boundTo: 'member 1' }
const text = '01712-345678 আলী'

test('an encrypted text is decrypted with its key', () => {
  const encrypted = encrypt(key, text, randomBytes(12))
  expect(encrypted).not.toContain('345678')
  expect(decrypt(key, encrypted)).toBe(text)
})

test.each([
  ['another secret', { ...key, secret: 'another' }],
  ['another purpose', { ...key, purpose: 'tokens' }],
  ['another row', { ...key, boundTo: 'member 2' }],
  ['no row', { secret: key.secret, purpose: key.purpose }],
])('%s does not decrypt it', (_, other) => {
  expect(() => decrypt(other, encrypt(key, text, randomBytes(12)))).toThrow('unable to authenticate data')
})

test('a changed byte is noticed anywhere', () => {
  const encrypted = Buffer.from(encrypt(key, text, randomBytes(12)), 'base64url')
  for (const index of encrypted.keys()) {
    const changed = Buffer.from(encrypted)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => decrypt(key, changed.toString('base64url')), `byte ${index}`).toThrow('unable to authenticate data')
  }
})

test('a file is decrypted with its own key, for what it belongs to, and unchanged', () => {
  const [own, other] = [randomBytes(32), randomBytes(32)]
  const bytes = encryptFile(own, { bytes: Buffer.from(text), boundTo: 'file 1' }, randomBytes(12))
  expect(bytes.includes(Buffer.from('345678'))).toBe(false)
  expect(decryptFile(own, { bytes, boundTo: 'file 1' }).toString()).toBe(text)
  expect(() => decryptFile(other, { bytes, boundTo: 'file 1' })).toThrow('unable to authenticate data')
  expect(() => decryptFile(own, { bytes, boundTo: 'file 2' })).toThrow('unable to authenticate data')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => decryptFile(own, { bytes, boundTo: 'file 1' })).toThrow('unable to authenticate data')
})
