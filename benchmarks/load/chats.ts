// Benchmarks of conversations: messages that are written while their readers' pages listen, and the memory of open streams.
// `node benchmarks/load/chats.ts [--quick]`; quick takes a fifth of all numbers.
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { v7 } from 'uuid'
import { z } from 'zod'
import { withBareServer } from '#benchmarks/baseline/compare-to-bare.ts'
import { compare, type Comparison } from '#benchmarks/measurement/compare.ts'
import { openStreams } from '#benchmarks/measurement/event-streams.ts'
import { describeRun, type Section, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { type BenchmarkApp, createSellerToken, loggedIn, withBenchmarkApp } from './benchmark-app.ts'
import { createRandom, type LoadFigures, percentile, runOpenLoad } from './load-generator.ts'

const bikes = 20_000
const limits = { p99Ms: 100, arrivalMs: 1_000, megabytes: 150, listRatio: 1.3 }
const full = { chats: 1_000, messagesPerSecond: 200, seconds: 30, streams: 5_000, messages: 1_000_000, listRounds: 9 }
const seed = 17

const Begun = z.object({ chatId: z.string() })
const BikeOnSale = z.object({ id: z.string(), sellerId: z.string() })

/** A conversation of a buyer of their own with each of so many sellers. */
const beginChats = async (app: BenchmarkApp, count: number) => {
  const { rows } = await app.db.query(
    `select distinct on (seller_id) id, seller_id as "sellerId" from bikes
     where sold_at is null and reserved_at is null and withdrawn_at is null and hidden_at is null
     order by seller_id, id limit ${count}`,
  )
  const chats: { id: string; buyer: number; sellerId: string }[] = []
  for (const [at, { id, sellerId }] of z.array(BikeOnSale).parse(rows).entries()) {
    const buyer = at + 1
    const body = JSON.stringify({ productId: id, text: 'Is it still for sale?', clientId: v7() })
    const begun = await app.send('/api/chats', { method: 'POST', token: (await app.getBuyer(buyer)).token, body })
    if (begun.status !== 200) throw new Error(`A conversation returned ${begun.status}: ${begun.text}`)
    chats.push({ id: Begun.parse(JSON.parse(begun.text)).chatId, buyer, sellerId })
  }
  return chats
}

type MessageFigures = LoadFigures & {
  /** Events at open pages. */
  told: number
  /** From sending a message until the page of its reader is told, in milliseconds. */
  arrivalMs: number[]
}

/** Messages to sellers whose pages are open, and when these pages were told. */
const measureMessages = async (app: BenchmarkApp, size: typeof full): Promise<MessageFigures> => {
  const chats = await beginChats(app, size.chats)
  const tokens: string[] = []
  for (const { sellerId } of chats) tokens.push(await createSellerToken(app, sellerId))
  // When the messages were sent whose event has not arrived, by conversation.
  const sentAt = chats.map((): number[] => [])
  const arrivalMs: number[] = []
  const streams = await openStreams(app.origin, tokens, (position) => {
    for (const at of sentAt[position]?.splice(0) ?? []) arrivalMs.push(performance.now() - at)
  })
  const random = createRandom(seed)
  const write = async (): Promise<number> => {
    const position = Math.floor(random() * chats.length)
    const chat = chats[position]
    if (!chat) throw new Error('There is no conversation to write in.')
    const body = JSON.stringify({ text: `Can we meet at ${Math.floor(random() * 12) + 1}?`, clientId: v7() })
    const { token } = await app.getBuyer(chat.buyer)
    const at = performance.now()
    sentAt[position]?.push(at)
    const { status } = await app.send(`/api/chats/${chat.id}/messages`, { method: 'POST', token, body })
    // Nobody is told of a message that was refused.
    if (status !== 200) sentAt[position] = (sentAt[position] ?? []).filter((other) => other !== at)
    return status
  }
  const load = { perSecond: size.messagesPerSecond, random, action: write }
  await runOpenLoad({ ...load, seconds: 3 })
  const before = streams.countEvents()
  const figures = await runOpenLoad({ ...load, seconds: size.seconds })
  await pause(1_000)
  const told = streams.countEvents() - before
  streams.close()
  return { ...figures, told, arrivalMs }
}

/** Resident memory of the server, in megabytes. */
const readMegabytes = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

/** How much memory the server takes more while so many streams are open, in megabytes. */
const measureStreams = async ({ origin, pids, getBuyer }: BenchmarkApp, count: number): Promise<number> => {
  const tokens: string[] = []
  for (let n = 1; n <= count; n += 1) tokens.push((await getBuyer(n)).token)
  await pause(3_000)
  const before = await readMegabytes(pids.server)
  const streams = await openStreams(origin, tokens)
  // What logging in took is collected, and each stream has been told that it is alive.
  await pause(30_000)
  const after = await readMegabytes(pids.server)
  streams.close()
  return after - before
}

/**
 * So many messages in conversations about every bike. The seller of the first bike has a conversation about it with each of a
 * thousand buyers.
 */
const fillMessages = async (db: pg.Client, messages: number): Promise<string> => {
  const { rows } = await db.query(
    'select seller_id as "sellerId", id from bikes where sold_at is null order by id limit 1',
  )
  const { sellerId } = BikeOnSale.parse(rows[0])
  const each = Math.floor(messages / bikes)
  await db.query(`set session_replication_role = replica`)
  await db.query(`create temporary table begun as
    select bike_id, buyer_id, bikes.seller_id, gen_random_uuid() as chat_id, gen_random_uuid() as last_id from (
      select id as bike_id, bench_id(3, 1) as buyer_id from bikes
      union select (select id from bikes where sold_at is null order by id limit 1), bench_id(3, n)
        from generate_series(1, 1000) as n) as pairs
    join bikes on bikes.id = bike_id
    where not exists (select from chats where chats.bike_id = pairs.bike_id and chats.buyer_id = pairs.buyer_id)`)
  await db.query(`insert into chats (id, bike_id, buyer_id, seller_id, created_at, last_number, last_message_id, buyer_seen, seller_seen)
    select chat_id, bike_id, buyer_id, seller_id, now(), ${each}, last_id, ${each}, ${each} from begun`)
  await db.query(`insert into chat_messages (id, chat_id, number, sender, body, shown_body, client_id, at)
    select case when number = ${each} then last_id else gen_random_uuid() end, chat_id, number, 'buyer',
      'Can we meet on Friday?', 'Can we meet on Friday?', gen_random_uuid(), now()
    from begun, generate_series(1, ${each}) as number`)
  await db.query('set session_replication_role = origin')
  await db.query('vacuum analyze chats, chat_messages')
  return sellerId
}

/** The conversations of a seller with a thousand of them, compared with one prepared statement and JSON.stringify. */
const measureList = async (app: BenchmarkApp, size: typeof full): Promise<Comparison> => {
  const sellerId = await fillMessages(app.db, size.messages)
  const token = await createSellerToken(app, sellerId)
  return withBareServer('bare-list.ts', [app.socketDir, 'chats'], async (bare) => {
    const { postgres, server } = app.pids
    return compare(
      { action: async () => (await app.send('/api/chats?limit=50', { token })).status, pids: { server, postgres } },
      {
        action: async () => (await bare.send(`/?seller=${sellerId}`)).status,
        pids: { server: bare.process.pid ?? 0, postgres },
      },
      { rounds: size.listRounds, actionsPerRound: 300, concurrency: 4 },
    )
  })
}

/** Measures conversations; `quick` takes a fifth of all numbers. */
export const measureChats = async (quick: boolean): Promise<Section[]> => {
  const loadBefore = loadavg()[0] ?? 0
  const factor = quick ? 0.2 : 1
  const size = {
    chats: full.chats * factor,
    messagesPerSecond: full.messagesPerSecond * factor,
    seconds: full.seconds * factor,
    streams: Math.min(loggedIn, full.streams * factor),
    messages: full.messages * factor,
    listRounds: quick ? 3 : full.listRounds,
  }
  const { messages, megabytes, list } = await withBenchmarkApp({ bikes }, async (app) => ({
    messages: await measureMessages(app, size),
    megabytes: await measureStreams(app, size.streams),
    list: await measureList(app, size),
  }))
  const { milliseconds, started, accepted, told, arrivalMs } = messages
  const table = toMarkdownTable(
    ['what', 'measured', 'at most'],
    [
      [
        `a message, p99 at ${size.messagesPerSecond} each second`,
        `**${milliseconds.p99.toFixed(0)} ms**`,
        `${limits.p99Ms} ms`,
      ],
      ['the same, p50 and slowest', `${milliseconds.p50.toFixed(0)} and ${milliseconds.max.toFixed(0)} ms`, ''],
      [
        'from sending until the open page of the reader is told, p99 and slowest',
        `**${percentile(arrivalMs, 0.99).toFixed(0)} ms** and ${Math.max(...arrivalMs).toFixed(0)} ms`,
        `${limits.arrivalMs} ms`,
      ],
      ['messages that were stored, of all', `${accepted} of ${started}`, ''],
      ['events at open pages; one can stand for several messages', String(told), ''],
      [
        `memory of ${size.streams.toLocaleString('en')} open streams`,
        `**${megabytes.toFixed(0)} MB**`,
        `${limits.megabytes} MB`,
      ],
      [
        `a seller’s list of conversations, of ${size.messages.toLocaleString('en')} messages: CPU compared with bare SQL`,
        `**${list.cpuRatio.toFixed(2)}** (${list.cpu.one.toFixed(0)} / ${list.cpu.other.toFixed(0)} µs)`,
        String(limits.listRatio),
      ],
    ],
  )
  const text = `${size.chats.toLocaleString('en')} conversations, each with the page of its seller open; messages at random moments, whether or not earlier ones are stored. Memory is resident memory, with the streams and without. The list of a seller with a thousand conversations, 50 a page, is compared with \`node:http\` that sends the same rows of one prepared statement, without a login.\n\n${table}`
  return [{ title: 'Conversations', text: `${describeRun(loadBefore)}\n\n${text}` }]
}

if (import.meta.main) {
  const sections = await measureChats(process.argv.includes('--quick'))
  await writeSections(sections)
  for (const { title, text } of sections) console.log(`\n## ${title}\n\n${text}`)
}
