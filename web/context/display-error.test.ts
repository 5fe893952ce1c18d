import { expect, test } from 'vitest'
import { Refusal, Unreachable } from '#contract/client.ts'
import { loaded, troubleOf } from './display-error.ts'

test('a refusal is shown in the shop’s own sentence, at the field it is about', () => {
  const refusal = new Refusal(400, { code: 'bad_request', message: 'Enter a contact number.', field: 'phone' })

  expect(troubleOf(refusal)).toEqual({ message: 'Enter a contact number.', field: 'phone' })
})

test('a refusal from another copy of the client, as the server’s is, is still a refusal', async () => {
  const refusal = Object.assign(new Error('Motohaat is busy right now.'), {
    status: 503,
    code: 'shop_unavailable',
    body: {},
  })

  expect(await loaded(Promise.reject(refusal))).toEqual({ ok: false, message: 'Motohaat is busy right now.' })
})

test('a lost connection is told as such', () => {
  expect(troubleOf(new Unreachable('Cannot reach Motohaat.'))).toEqual({ message: 'Cannot reach Motohaat.' })
})

test('a fault of ours is not shown as if the shop had said it', async () => {
  await expect(loaded(Promise.reject(new TypeError('x is undefined')))).rejects.toThrow('x is undefined')
})
