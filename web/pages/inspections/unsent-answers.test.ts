// Answers that are kept on the device until the server has them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearProductDrafts } from '#web/lib/clear-product-drafts.ts'
import { createAnswerSender, type SendResult } from './answer-sender.ts'
import { createUnsentStore, parseUnsent, toUnsentKey, type Unsent } from './unsent-answers.ts'
import { mergeAnswers, toAnswersBody } from './use-answers.ts'

const chain = { mark: 'bad', note: 'Slips off' } as const
const unsent: Unsent = {
  answers: { sprockets: chain, starts: { mark: 'good', note: '' } },
  kilometres: { value: 22_150 },
}
const toUnsent = (answers: Unsent['answers']): Unsent => ({ answers, kilometres: null })

/** Storage of a browser: its keys are its own properties, its functions are not. */
const createStorage = (): Storage => {
  const functions = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? (this[key] ?? null) : null
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the code uses of a Storage
  return Object.create(functions) as Storage
}

beforeEach(() => vi.stubGlobal('localStorage', createStorage()))
afterEach(() => vi.unstubAllGlobals())

/** A sender whose requests end one after the other as the test says. */
const createSender = (key = 'key') => {
  const store = createUnsentStore(key)
  const requests: { unsent: Unsent; end: (result: SendResult) => void }[] = []
  const sender = createAnswerSender(store, (sent) => new Promise((end) => requests.push({ unsent: sent, end })))
  return { store, sender, requests }
}

test('unsent answers are read back, and what cannot be read is left out', () => {
  expect(parseUnsent(JSON.stringify(unsent))).toEqual(unsent)
  for (const text of [null, '', '{', '7', '[]', '{"answers":7}', '{"answers":{"starts":{"mark":"great","note":""}}}'])
    expect(parseUnsent(text), String(text)).toEqual({ answers: {}, kilometres: null })
  const damaged = { answers: { wings: chain, sprockets: chain, fork: { mark: 'good' } }, kilometres: { value: 'far' } }
  expect(parseUnsent(JSON.stringify(damaged))).toEqual(toUnsent({ sprockets: chain }))
})

test('an answer is on the device at once, also for a page that is opened later', () => {
  createUnsentStore('key').add(toUnsent({ sprockets: chain }))
  createUnsentStore('key').add({ answers: {}, kilometres: { value: null } })
  expect(createUnsentStore('key').read()).toEqual({ answers: { sprockets: chain }, kilometres: { value: null } })
})

test('another member on the same phone does not read them, and signing out removes them', () => {
  const key = toUnsentKey('karim', 'one')
  createUnsentStore(key).add(unsent)
  expect(createUnsentStore(toUnsentKey('sadia', 'one')).read()).toEqual(toUnsent({}))
  expect(createUnsentStore(toUnsentKey('karim', 'another')).read()).toEqual(toUnsent({}))
  clearProductDrafts()
  expect(createUnsentStore(key).read()).toEqual(toUnsent({}))
})

test('without storage answers last as long as the page', () => {
  vi.unstubAllGlobals()
  vi.stubGlobal('localStorage', undefined)
  const store = createUnsentStore('key')
  store.add(unsent)
  expect(store.read()).toEqual(unsent)
  store.remove(unsent)
  expect(store.read()).toEqual(toUnsent({}))
})

test('an unsent answer wins over that of the server, point by point', () => {
  const answers = [
    { point: 'sprockets' as const, mark: 'good' as const, note: null },
    { point: 'fork' as const, mark: 'worn' as const, note: 'Light oil' },
  ]
  expect(mergeAnswers({ answers, kilometres: 20_000 }, toUnsent({ sprockets: chain }))).toEqual({
    answers: { sprockets: chain, fork: { mark: 'worn', note: 'Light oil' } },
    kilometres: 20_000,
  })
  expect(
    mergeAnswers({ answers, kilometres: 20_000 }, { ...unsent, kilometres: { value: null } }).kilometres,
  ).toBeNull()
})

test('words go along with what is worn or bad only', () => {
  const answers = {
    sprockets: chain,
    fork: { mark: 'worn', note: '  ' },
    starts: { mark: 'good', note: 'old words' },
  } as const
  const body = toAnswersBody(toUnsent(answers))
  expect(body.answers).toEqual([
    { point: 'starts', mark: 'good', note: null },
    { point: 'sprockets', mark: 'bad', note: 'Slips off' },
    { point: 'fork', mark: 'worn', note: null },
  ])
  expect(body).not.toHaveProperty('kilometres')
  expect(toAnswersBody(unsent)).toHaveProperty('kilometres', 22_150)
})

test('one request is under way at a time, and what is changed meanwhile is sent after it', async () => {
  const { store, sender, requests } = createSender()
  store.add(toUnsent({ sprockets: chain }))
  const flushed = sender.flush()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(sender.getState()).toBe('sending')
  store.add(toUnsent({ sprockets: { mark: 'worn', note: '' }, fork: chain }))
  void sender.flush()
  requests[0]?.end('sent')
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.unsent).toEqual(toUnsent({ sprockets: { mark: 'worn', note: '' }, fork: chain }))
  requests[1]?.end('sent')
  expect(await flushed).toBe('sent')
  expect(sender.getState()).toBe('sent')
  expect(store.read()).toEqual(toUnsent({}))
})

test('without a connection the answers stay, and are sent with the next try', async () => {
  const { store, sender, requests } = createSender()
  store.add(unsent)
  const first = sender.flush()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.end('kept')
  expect(await first).toBe('kept')
  expect(sender.getState()).toBe('kept')
  expect(createSender().sender.getState(), 'a page that is opened again').toBe('kept')
  const second = sender.flush()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.unsent).toEqual(unsent)
  requests[1]?.end('sent')
  expect(await second).toBe('sent')
  expect(createSender().sender.getState()).toBe('sent')
})
