import { expect, test } from 'vitest'
import { ApiResponseError, UnreachableError } from '#contract/client.ts'
import { toLoadResult, toDisplayError } from './display-error.ts'

test('a refusal is shown in the shop’s own sentence, at the field it is about', () => {
  const apiError = new ApiResponseError(400, {
    code: 'bad_request',
    message: 'Enter a contact number.',
    field: 'phone',
  })

  expect(toDisplayError(apiError)).toEqual({ message: 'Enter a contact number.', field: 'phone' })
})

test('a refusal from another copy of the client, as the server’s is, is still a refusal', async () => {
  const apiError = Object.assign(new Error('Motohaat is busy right now.'), {
    status: 503,
    code: 'shop_unavailable',
    body: {},
  })

  expect(await toLoadResult(Promise.reject(apiError))).toEqual({ ok: false, message: 'Motohaat is busy right now.' })
})

test('a lost connection is told as such', () => {
  expect(toDisplayError(new UnreachableError('Cannot reach Motohaat.'))).toEqual({ message: 'Cannot reach Motohaat.' })
})

test('a fault of ours is not shown as if the shop had said it', async () => {
  await expect(toLoadResult(Promise.reject(new TypeError('x is undefined')))).rejects.toThrow('x is undefined')
})
