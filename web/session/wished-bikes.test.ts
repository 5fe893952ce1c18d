// The hearts of a page: marked for what the member has wished, and never with somebody else's wishes.
import { expect, test } from 'vitest'
import { createClient, type Transport } from '#contract/client.ts'
import type { AuthState } from './auth-store.ts'
import { createWishedBikes } from './wished-bikes.ts'

const toMember = (uid: string): AuthState => ({
  state: 'member',
  user: { uid, email: `${uid}@motohaat.test`, displayName: uid, photoURL: '', emailVerified: true },
})

/** A session whose member changes, and a server that knows the wishes of two members. */
const createPage = () => {
  let authState: AuthState = { state: 'loading' }
  let calls = 0
  const listeners = new Set<() => void>()
  const transport: Transport = async () => {
    calls += 1
    const uid = authState.state === 'member' ? authState.user.uid : ''
    const productIds = uid === 'karim' ? ['gixxer'] : ['fzs']
    return { status: 200, header: () => null, text: async () => JSON.stringify({ productIds }) }
  }
  const session = {
    client: createClient(transport),
    getState: () => authState,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const signIn = (next: AuthState) => {
    authState = next
    listeners.forEach((listener) => listener())
  }
  return { wishedBikes: createWishedBikes(session), signIn, countCalls: () => calls }
}

test('a visitor’s page asks for nothing, and ten hearts of a member ask once', async () => {
  const { wishedBikes, signIn, countCalls } = createPage()
  Array.from({ length: 10 }, () => wishedBikes.subscribe(() => {}))
  signIn({ state: 'visitor' })
  expect(countCalls()).toBe(0)
  signIn(toMember('karim'))
  signIn(toMember('karim'))
  await expect.poll(() => wishedBikes.has('gixxer')).toBe(true)
  expect(countCalls()).toBe(1)
})

test('the next person on the device sees none of the wishes of the one before', async () => {
  const { wishedBikes, signIn } = createPage()
  wishedBikes.subscribe(() => {})
  signIn(toMember('karim'))
  await expect.poll(() => wishedBikes.has('gixxer')).toBe(true)
  signIn({ state: 'visitor' })
  expect(wishedBikes.has('gixxer')).toBe(false)
  signIn(toMember('sadia'))
  await expect.poll(() => wishedBikes.has('fzs')).toBe(true)
  expect(wishedBikes.has('gixxer')).toBe(false)
})

test('a heart is marked when the bike is added and not any more when it is removed', () => {
  const { wishedBikes } = createPage()
  wishedBikes.add('r15')
  expect(wishedBikes.has('r15')).toBe(true)
  wishedBikes.remove('r15')
  expect(wishedBikes.has('r15')).toBe(false)
})
