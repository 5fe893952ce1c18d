// Every call has one handler: the compiler and the router refuse a call without one, this a call with two.
import { expect, test } from 'vitest'
import { mergeHandlers } from './handlers.ts'

const answer = (text: string) => async () => text

test('the handlers of all modules are one object', async () => {
  const [list, page] = [{ 'GET /bikes': answer('bikes') }, { 'GET /bikes/:slug': answer('a bike') }]
  const merged = mergeHandlers({
    bikes: { routes: [list, page] },
    mail: { jobs: { sendMails: async () => {} } },
    wishlist: { routes: [{ 'GET /wishlist': answer('saved bikes') }] },
  })
  expect(Object.keys(merged)).toEqual(['GET /bikes', 'GET /bikes/:slug', 'GET /wishlist'])
  expect(await merged['GET /bikes/:slug']()).toBe('a bike')
})

test('a call with two handlers stops the start, in two modules and in one', () => {
  const handlers = { 'GET /bikes': answer('bikes') }
  const message = 'Endpoint GET /bikes has two handlers.'
  expect(() => mergeHandlers({ bikes: { routes: [handlers] }, search: { routes: [handlers] } })).toThrow(message)
  expect(() => mergeHandlers({ bikes: { routes: [handlers, handlers] } })).toThrow(message)
})
