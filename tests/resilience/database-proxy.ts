// The wire between the shop and its database, held in our hands: it can be slow, cut, dead without a word, or stopped at
// the very statement that is said on it.
import { createServer, connect, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Stops a connection once: at the words that match, or at the answer to them. */
export type Gate = {
  /** What must have been said on the same connection before. */
  after?: RegExp
  words: RegExp
  side: 'question' | 'answer'
  /** What happens there; nothing goes on before it has ended. The connection breaks there when it says so. */
  there: () => Promise<'go on' | 'break'>
}

export type Proxy = {
  port: number
  /** Where new connections lead from now on. */
  aim(socketPath: string): void
  /** From now on nothing goes through and nobody is told, as when packets are dropped. */
  swallow(): void
  /** Every question takes this much longer. */
  delay(ms: number): void
  heal(): void
  /** Breaks all connections. */
  cut(): void
  /** Puts up a gate; gives the promise of its having been met. */
  gate(gate: Gate): Promise<void>
  close(): Promise<void>
}

type Open = { way: Promise<void>; let: () => void }
const shut = (): Open => {
  let open = () => {}
  const way = new Promise<void>((resolve) => (open = resolve))
  return { way, let: open }
}

type State = {
  target: string
  delayMs: number
  dead: Open | null
  gate: (Gate & { met: () => void }) | null
}

/** Takes down a gate that these words meet, and does what it is for. Throws where the connection breaks. */
const pass = async (state: State, side: Gate['side'], said: string, words: string): Promise<void> => {
  const { gate } = state
  if (!gate || gate.side !== side || !gate.words.test(words) || (gate.after && !gate.after.test(said))) return
  state.gate = null
  const next = await gate.there()
  gate.met()
  if (next === 'break') throw new Error('The gate broke the connection.')
}

// What a gate may look back at: more than a transaction of ours says.
const remembered = 20_000

type Talk = { said: string; last: string }

const carryQuestions = async (state: State, talk: Talk, client: Socket, server: Socket): Promise<void> => {
  for await (const chunk of client) {
    if (!Buffer.isBuffer(chunk)) continue
    talk.last = chunk.toString('latin1')
    await pass(state, 'question', talk.said, talk.last)
    talk.said = (talk.said + talk.last).slice(-remembered)
    if (state.delayMs > 0) await pause(state.delayMs)
    if (state.dead) await state.dead.way
    server.write(chunk)
  }
  server.end()
}

const carryAnswers = async (state: State, talk: Talk, client: Socket, server: Socket): Promise<void> => {
  for await (const chunk of server) {
    if (!Buffer.isBuffer(chunk)) continue
    await pass(state, 'answer', talk.said, talk.last)
    if (state.dead) await state.dead.way
    client.write(chunk)
  }
  client.end()
}

const join = (state: State, client: Socket, all: Set<Socket>): void => {
  const server = connect(state.target)
  const talk: Talk = { said: '', last: '' }
  const end = () => {
    client.destroy()
    server.destroy()
    all.delete(client)
    all.delete(server)
  }
  for (const one of [client, server]) {
    all.add(one)
    // One end that breaks is a break of the whole connection, as on a real wire.
    one.setNoDelay(true).on('error', end).on('close', end)
  }
  carryQuestions(state, talk, client, server).catch(end)
  carryAnswers(state, talk, client, server).catch(end)
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

/** Opens a way from a port of this machine to a socket of PostgreSQL. */
export const openProxy = async (socketPath: string): Promise<Proxy> => {
  const state: State = { target: socketPath, delayMs: 0, dead: null, gate: null }
  const all = new Set<Socket>()
  const server = createServer((client) => join(state, client, all))
  const port = await listening(server)
  const cut = () => {
    for (const socket of all) socket.destroy()
  }
  const heal = () => {
    state.delayMs = 0
    state.gate = null
    state.dead?.let()
    state.dead = null
  }
  return {
    port,
    aim: (next) => void (state.target = next),
    swallow: () => void (state.dead ??= shut()),
    delay: (ms) => void (state.delayMs = ms),
    heal,
    cut,
    gate: (gate) => new Promise((met) => (state.gate = { ...gate, met })),
    close: () => {
      heal()
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
