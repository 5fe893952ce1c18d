import { pino } from 'pino'
import { expect, test } from 'vitest'
import { serveChangePassword, serveSecurityTxt } from './well-known.ts'
import { createHttpServer } from './http-server.ts'

test('security.txt has a contact and expires in half a year', async () => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  const now = () => new Date('2026-08-01T00:00:00Z')
  serveSecurityTxt(app, { publicUrl: 'https://motohaat.example', now })
  const answer = await app.inject('/.well-known/security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.payload.split('\n')).toEqual([
    'Contact: https://motohaat.example/#contact',
    'Expires: 2027-01-28T00:00:00.000Z',
    'Preferred-Languages: en, bn',
    'Canonical: https://motohaat.example/.well-known/security.txt',
    '',
  ])
})

test('password managers find the page on which a password is changed', async () => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  serveChangePassword(app, '/dashboard/account#password')
  const answer = await app.inject('/.well-known/change-password')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/dashboard/account#password'])
})
