// A conversation whose event stream is cut, doubled, out of order, or not there at all: nothing is lost, and nothing stands twice.
import { randomUUID } from 'node:crypto'
import type { Page, Response } from '@playwright/test'
import { demoPassword, fixtures } from '#seed/fixtures.ts'
import { getDemoBike } from './bikes.ts'
import { expect, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { ask, createClientFor, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

const { chats } = languages[0].namespaces
const bike = 'raider-badda'
const streamPath = '/api/notifications/stream'
const log = (page: Page) => page.getByRole('log', { name: chats.log })
const isStream = (url: string) => new URL(url).pathname === streamPath
const isOpenStream = (response: Response) => isStream(response.url()) && response.status() === 200

/** A conversation that the buyer has begun, and how its seller writes in it. */
const beginChat = async (server: TestServer, buyer: Person) => {
  const id = await ask(server, buyer, bike, 'Hello')
  const seller = await createClientFor(server, { ...fixtures[getDemoBike(bike).seller], password: demoPassword })
  const answer = (text: string) =>
    seller('POST /chats/:id/messages', { params: { id }, body: { text, clientId: randomUUID() } })
  return { path: `/dashboard/chats/${id}`, answer }
}

/** Opens the conversation with a clock that stands still once its stream is open. */
const openAndStopClock = async (page: Page, path: string): Promise<void> => {
  await page.clock.install({ time: new Date() })
  const opened = page.waitForResponse(isOpenStream)
  await page.goto(path)
  await expect(log(page)).toContainText('Hello')
  await opened
  await page.clock.pauseAt(Date.now() + 1_000)
}

/** Opens four more streams of the person of this page, as other browsers of theirs would. */
const openStreams = async (page: Page, { url }: TestServer): Promise<AbortController> => {
  const controller = new AbortController()
  // Read at once: the page has its token since it opened its own stream.
  const token = await page.evaluate(() => localStorage.getItem('motohaat-token'))
  for (let count = 0; count < 4; count += 1) {
    const { status } = await fetch(`${url}${streamPath}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    expect(status).toBe(200)
  }
  return controller
}

test(
  'what is written while the stream is cut appears as soon as it is back, once',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const { path, answer } = await beginChat(server, buyer)
    const page = await openPageAs(buyer)
    await openAndStopClock(page, path)
    // The fifth stream of a member ends the oldest, which is that of the page.
    const others = await openStreams(page, server)
    for (const text of ['Message one', 'Message two', 'Message three']) await answer(text)
    await expect(log(page)).not.toContainText('Message one')
    others.abort()
    // Less than the 15 seconds after which the page asks anyway.
    const opened = page.waitForResponse(isOpenStream)
    await page.clock.runFor(5_000)
    for (const text of ['Message one', 'Message two', 'Message three'])
      await expect(log(page).getByText(text)).toHaveCount(1)
    await opened
    await answer('Message four')
    await expect(log(page).getByText('Message four')).toHaveCount(1)
    await expect(log(page)).toContainText(/Message one.*Message two.*Message three.*Message four/s)
  },
)

test(
  'events that come twice, and an answer that is overtaken by the next, lose and double nothing',
  { tag: '@long' },
  async ({ openPageAs, server, buyer, browserErrors }) => {
    browserErrors.allow(/net::ERR_ABORTED|net::ERR_FAILED|Failed to load/)
    const { path, answer } = await beginChat(server, buyer)
    const page = await openPageAs(buyer)
    await openAndStopClock(page, path)
    const { promise: overtaken, resolve: overtake } = Promise.withResolvers<void>()
    const { promise: firstAsked, resolve: askFirst } = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/api\/chats\/[^/]+\/messages/, async (route) => {
      asked += 1
      const isFirst = asked === 1
      const response = await route.fetch()
      if (isFirst) {
        askFirst()
        await overtaken
      }
      // The page may have given up the request that was overtaken.
      await route.fulfill({ response }).catch(() => {})
      if (!isFirst) overtake()
    })
    const repeat = () =>
      page.evaluate(() => {
        const channel = new BroadcastChannel('motohaat-notifications')
        // A BroadcastChannel reaches pages of this origin only.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        for (let time = 0; time < 3; time += 1) channel.postMessage('notification')
        channel.close()
      })
    await answer('Message one')
    await firstAsked
    await answer('Message two')
    await repeat()
    await overtaken
    await answer('Message three')
    await repeat()
    for (const text of ['Message one', 'Message two', 'Message three'])
      await expect(log(page).getByText(text)).toHaveCount(1)
    await expect(log(page)).toContainText(/Message one.*Message two.*Message three/s)
    expect(asked).toBeGreaterThan(2)
  },
)

test(
  'without any stream the page asks every 15 seconds',
  { tag: '@long' },
  async ({ openPageAs, server, buyer, browserErrors }) => {
    browserErrors.allow(/notifications\/stream|net::|Failed to load/)
    const { path, answer } = await beginChat(server, buyer)
    const page = await openPageAs(buyer)
    await page.route(
      (url) => isStream(url.href),
      (route) => route.fulfill({ status: 204 }),
    )
    await page.clock.install({ time: new Date() })
    await page.goto(path)
    await expect(log(page)).toContainText('Hello')
    await page.clock.pauseAt(Date.now() + 1_000)
    await answer('Still here')
    await expect(log(page)).not.toContainText('Still here')
    await page.clock.runFor(15_000)
    await expect(log(page).getByText('Still here')).toHaveCount(1)
  },
)

test(
  'two tabs share one stream, and the second one opens it when the first is closed',
  { tag: '@long' },
  async ({ openPageAs, server, buyer }) => {
    const { path, answer } = await beginChat(server, buyer)
    const first = await openPageAs(buyer)
    let opened = 0
    first.context().on('response', (response) => {
      if (isOpenStream(response)) opened += 1
    })
    await first.goto(path)
    await expect(log(first)).toContainText('Hello')
    await expect.poll(() => opened).toBe(1)
    const second = await first.context().newPage()
    await second.clock.install({ time: new Date() })
    await second.goto(path)
    await expect(log(second)).toContainText('Hello')
    await second.clock.pauseAt(Date.now() + 1_000)
    await answer('To both')
    for (const page of [first, second]) await expect(log(page).getByText('To both')).toHaveCount(1)
    expect(opened).toBe(1)
    await first.close()
    await expect.poll(() => opened).toBe(2)
    await answer('To the second')
    await expect(log(second).getByText('To the second')).toHaveCount(1)
  },
)
