// The side of one of several processes that serve: it opens when it is told how, and leaves when it is told to.
import { type Said, Told } from './messages.ts'

/** What it does about what it is told. */
type Member = {
  /** Opens and listens. `ground` is what the first process said, not yet looked at. */
  open: (ground: unknown) => Promise<void>
  moved: (socketDir: string) => void
  measure: () => Promise<object[]>
  /** Lets those inside finish, and closes everything. */
  leave: () => Promise<void>
  say: (line: string) => void
}

// Whoever is asked to leave ends by itself within this time; the first process ends it a little later.
const patienceMs = 10_000

/** Serves as one of several until it is told to leave or the first process is gone. Ends the process in the end. */
export const serveAsWorker = (member: Member): void => {
  let isLeaving = false
  // Nobody hears it when the first process is gone; then this one ends too.
  const tell = (said: Said): void => void process.send?.(said, undefined, {}, () => {})
  const leave = (): void => {
    if (isLeaving) return
    isLeaving = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    // Words arrive in their order: whatever was handed over before the answer has come, and was given back.
    void member.leave().then(() => tell({ said: 'gone' }))
  }
  const open = (ground: unknown): void =>
    void member.open(ground).catch((error: unknown) => {
      member.say(String(error))
      process.exit(1)
    })
  const measure = async (asked: number): Promise<void> =>
    tell({ said: 'measured', asked, values: await member.measure() })

  process.on('message', (message) => {
    const told = Told.safeParse(message).data
    if (told?.tell === 'open') open(told.ground)
    if (told?.tell === 'moved') member.moved(told.socketDir)
    if (told?.tell === 'measure') void measure(told.asked).catch(() => {})
    if (told?.tell === 'leave') leave()
    if (told?.tell === 'bye') setImmediate(() => process.exit(0))
  })
  // A terminal tells everybody of Ctrl-C: the first process then asks us to leave, in its turn.
  for (const signal of ['SIGINT', 'SIGUSR2'] as const) process.on(signal, () => {})
  process.on('SIGTERM', leave)
  tell({ said: 'here' })
}
