import { expect, test } from 'vitest'
import { ApiResponseError, UnreachableError } from '#contract/client.ts'
import { toLoadResult, toDisplayError } from './display-error.ts'

test('an API error is shown with its own message, at its field', () => {
  const apiError = new ApiResponseError(400, {
    code: 'bad_request',
    message: 'Enter a contact number.',
    field: 'phone',
  })

  expect(toDisplayError(apiError)).toEqual({ message: 'Enter a contact number.', field: 'phone' })
})

test('an API error of another copy of the client module, as on the server, is recognised', async () => {
  const apiError = Object.assign(new Error('Motohaat is busy right now.'), {
    status: 503,
    code: 'shop_unavailable',
    body: {},
  })

  expect(await toLoadResult(Promise.reject(apiError))).toEqual({ ok: false, message: 'Motohaat is busy right now.' })
})

test('a lost connection has its own message', () => {
  expect(toDisplayError(new UnreachableError('Cannot reach Motohaat.'))).toEqual({ message: 'Cannot reach Motohaat.' })
})

test('a bug is thrown and not shown as an API error', async () => {
  await expect(toLoadResult(Promise.reject(new TypeError('x is undefined')))).rejects.toThrow('x is undefined')
})
