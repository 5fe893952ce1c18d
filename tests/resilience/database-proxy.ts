// A proxy between app and database: it can delay, close or drop connections, or stop at a given SQL statement.
import { createServer, connect, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Stops a connection once: at a matching statement, or at its response. */
export type Breakpoint = {
  /** What must have been said on the same connection before. */
  after?: RegExp
  pattern: RegExp
  side: 'question' | 'answer'
  /** What happens there; nothing goes on before it has ended. The connection breaks there when it says so. */
  onHit: () => Promise<'go on' | 'break'>
}

export type DatabaseProxy = {
  port: number
  /** Where new connections lead from now on. */
  setTarget(socketPath: string): void
  /** Drops all data without closing connections, as when packets are lost. */
  dropPackets(): void
  /** Delays every statement, in ms. */
  delay(ms: number): void
  heal(): void
  /** Closes all connections. */
  closeConnections(): void
  /** Sets a breakpoint; resolves when it was hit. */
  setBreakpoint(gate: Breakpoint): Promise<void>
  close(): Promise<void>
}

type Latch = { opened: Promise<void>; open: () => void }
const createLatch = (): Latch => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

type State = {
  target: string
  delayMs: number
  blocked: Latch | null
  breakpoint: (Breakpoint & { resolve: () => void }) | null
}

/** Runs and removes a breakpoint that matches. Throws when the connection must close. */
const checkBreakpoint = async (
  state: State,
  side: Breakpoint['side'],
  history: string,
  statement: string,
): Promise<void> => {
  const { breakpoint } = state
  if (
    !breakpoint ||
    breakpoint.side !== side ||
    !breakpoint.pattern.test(statement) ||
    (breakpoint.after && !breakpoint.after.test(history))
  )
    return
  state.breakpoint = null
  const action = await breakpoint.onHit()
  breakpoint.resolve()
  if (action === 'break') throw new Error('The breakpoint closed the connection.')
}

// How much history a breakpoint can match: more than one transaction of the app.
const maxHistoryCharacters = 20_000

/** `statements` are the texts of the prepared statements of this connection, by their names. */
type Conversation = { history: string; last: string; statements: Map<string, string> }

/** The messages in what a client sent: one byte for the type, four for the length, and the content. The very first has no type. */
const parseMessages = (chunk: Buffer): { type: string; strings: string[] }[] => {
  const messages: { type: string; strings: string[] }[] = []
  for (let start = 0; start + 5 <= chunk.length; start += 1 + Math.max(4, chunk.readInt32BE(start + 1))) {
    const content = chunk.subarray(start + 5, start + 1 + chunk.readInt32BE(start + 1))
    messages.push({ type: String.fromCharCode(chunk[start] ?? 0), strings: content.toString('latin1').split('\0') })
  }
  return messages
}

/** What a client sent, after the texts of the prepared statements that it runs, which are sent once for a connection. */
const toReadable = ({ statements }: Conversation, chunk: Buffer): string => {
  const texts = parseMessages(chunk).flatMap(({ type, strings: [first = '', second = ''] }) => {
    // Parse has the name and the text of a statement; Bind the name of a portal, and that of the statement.
    if (type === 'P') statements.set(first, second)
    return type === 'B' && second !== '' ? [statements.get(second) ?? ''] : []
  })
  return [...texts, chunk.toString('latin1')].join('\n')
}

const forwardRequests = async (
  state: State,
  conversation: Conversation,
  client: Socket,
  server: Socket,
): Promise<void> => {
  for await (const chunk of client) {
    if (!Buffer.isBuffer(chunk)) continue
    conversation.last = toReadable(conversation, chunk)
    await checkBreakpoint(state, 'question', conversation.history, conversation.last)
    conversation.history = (conversation.history + conversation.last).slice(-maxHistoryCharacters)
    if (state.delayMs > 0) await pause(state.delayMs)
    if (state.blocked) await state.blocked.opened
    server.write(chunk)
  }
  server.end()
}

const forwardResponses = async (
  state: State,
  conversation: Conversation,
  client: Socket,
  server: Socket,
): Promise<void> => {
  for await (const chunk of server) {
    if (!Buffer.isBuffer(chunk)) continue
    await checkBreakpoint(state, 'answer', conversation.history, conversation.last)
    if (state.blocked) await state.blocked.opened
    client.write(chunk)
  }
  client.end()
}

const connectClient = (state: State, client: Socket, sockets: Set<Socket>): void => {
  const server = connect(state.target)
  const conversation: Conversation = { history: '', last: '', statements: new Map() }
  const closeBoth = () => {
    client.destroy()
    server.destroy()
    sockets.delete(client)
    sockets.delete(server)
  }
  for (const one of [client, server]) {
    sockets.add(one)
    // When one end closes, the whole connection closes, as in TCP.
    one.setNoDelay(true).on('error', closeBoth).on('close', closeBoth)
  }
  forwardRequests(state, conversation, client, server).catch(closeBoth)
  forwardResponses(state, conversation, client, server).catch(closeBoth)
}

const listenOnFreePort = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

/** Starts a proxy from a local port to a socket of PostgreSQL. */
export const createDatabaseProxy = async (socketPath: string): Promise<DatabaseProxy> => {
  const state: State = { target: socketPath, delayMs: 0, blocked: null, breakpoint: null }
  const sockets = new Set<Socket>()
  const server = createServer((client) => connectClient(state, client, sockets))
  const port = await listenOnFreePort(server)
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  const heal = () => {
    state.delayMs = 0
    state.breakpoint = null
    state.blocked?.open()
    state.blocked = null
  }
  return {
    port,
    setTarget: (action) => void (state.target = action),
    dropPackets: () => void (state.blocked ??= createLatch()),
    delay: (ms) => void (state.delayMs = ms),
    heal,
    closeConnections,
    setBreakpoint: (gate) => new Promise((resolve) => (state.breakpoint = { ...gate, resolve })),
    close: () => {
      heal()
      closeConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
