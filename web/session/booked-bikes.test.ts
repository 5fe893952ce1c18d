// The buttons of the bikes of a page: Edit for one's own, Booked for a live deal, and fresh on each page.
import { expect, test } from 'vitest'
import { createClient, type Transport } from '#contract/client.ts'
import type { AuthState } from './auth-store.ts'
import { createBookedBikes } from './booked-bikes.ts'

/** A page of a signed-in member, and the server's answers, which wait until they are released. */
const createPage = () => {
  const authState: AuthState = {
    state: 'member',
    user: { uid: 'karim', email: 'karim@motohaat.test', displayName: 'Karim', photoURL: '', emailVerified: true },
  }
  const calls: PromiseWithResolvers<{ own: string[]; booked: { productId: string; dealId: string }[] }>[] = []
  const transport: Transport = async () => {
    const call = Promise.withResolvers<{ own: string[]; booked: { productId: string; dealId: string }[] }>()
    calls.push(call)
    const body = JSON.stringify(await call.promise)
    return { status: 200, header: () => null, text: async () => body }
  }
  const session = { client: createClient(transport), getState: () => authState, subscribe: () => () => {} }
  return { bookedBikes: createBookedBikes(session), calls }
}

test('ten buttons of a page ask once, and the next page asks again and forgets a deal that ended', async () => {
  const { bookedBikes, calls } = createPage()
  const stops = Array.from({ length: 10 }, () => bookedBikes.subscribe(() => {}))
  await expect.poll(() => calls.length).toBe(1)
  calls[0]?.resolve({ own: ['r15'], booked: [{ productId: 'gixxer', dealId: 'deal-1' }] })
  await expect.poll(() => bookedBikes.find('gixxer')).toBe('deal-1')
  expect(bookedBikes.find('r15')).toBe('own')
  expect(bookedBikes.find('fzs')).toBeNull()

  stops.forEach((stop) => stop())
  bookedBikes.subscribe(() => {})
  expect(bookedBikes.find('gixxer'), 'until the answer comes').toBe('deal-1')
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.resolve({ own: ['r15'], booked: [] })
  await expect.poll(() => bookedBikes.find('gixxer')).toBeNull()
})

test('an answer from before the booking does not take it back', async () => {
  const { bookedBikes, calls } = createPage()
  bookedBikes.subscribe(() => {})
  bookedBikes.add('gixxer', 'deal-1')
  await expect.poll(() => calls.length).toBe(2)
  calls[0]?.resolve({ own: [], booked: [] })
  calls[1]?.resolve({ own: ['r15'], booked: [{ productId: 'gixxer', dealId: 'deal-1' }] })
  await expect.poll(() => bookedBikes.find('r15')).toBe('own')
  expect(bookedBikes.find('gixxer')).toBe('deal-1')
})
