// Helper processes: heavy or risky work done beside the server, at a lower priority, and lost without it.
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** The helper died, or took too long and was ended. */
export class HelperLost extends Error {}
/** More are waiting already than may wait. */
export class HelpersBusy extends Error {}

export type Helpers = {
  /** Sends one message to a helper and gives its answer. Throws HelpersBusy or HelperLost. */
  ask(question: object): Promise<unknown>
  close(): void
}

type Options = {
  /** The file that a helper runs; it answers each message by one message, in turn. */
  file: string
  /** How many work at once, and how many questions may wait beside them. */
  atOnce: number
  waitingMost: number
  /** A helper that takes longer is ended. */
  answerMs: number
  /** A helper without work for so long is let go. */
  idleMs: number
}

type Helper = { process: ChildProcess; idle: NodeJS.Timeout | null }

// Settings and secrets are none of a helper's business; fewer arenas keep the memory of native code flat.
const env = { MALLOC_ARENA_MAX: '2' }

const start = (file: string): Helper => {
  const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // A helper must not keep the server from ending.
  child.unref()
  child.channel?.unref()
  // Those who wait for a page come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return { process: child, idle: null }
}

const answerOf = ({ process: child }: Helper, question: object, answerMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(late)
      child.off('message', answered).off('exit', lost).off('error', lost)
      settle()
    }
    const answered = (answer: unknown) => end(() => resolve(answer))
    const lost = () => end(() => reject(new HelperLost('The helper died.')))
    const late = setTimeout(() => end(() => reject(new HelperLost('The helper took too long.'))), answerMs)
    child.once('message', answered).once('exit', lost).once('error', lost)
    child.send(question, (error) => (error ? lost() : undefined))
  })

/** Opens a team of helpers; each is started when there is work for it and replaced when it was lost. */
export const openHelpers = ({ file, atOnce, waitingMost, answerMs, idleMs }: Options): Helpers => {
  const resting: Helper[] = []
  const all = new Set<Helper>()
  const waiting: (() => void)[] = []
  let working = 0

  const dismiss = (helper: Helper) => {
    if (helper.idle) clearTimeout(helper.idle)
    all.delete(helper)
    const at = resting.indexOf(helper)
    if (at !== -1) resting.splice(at, 1)
    helper.process.kill('SIGKILL')
  }
  const engage = (): Helper => {
    const rested = resting.pop()
    if (rested?.idle) clearTimeout(rested.idle)
    if (rested) return rested
    const helper = start(file)
    all.add(helper)
    helper.process.once('exit', () => dismiss(helper))
    return helper
  }
  const rest = (helper: Helper) => {
    helper.idle = setTimeout(() => dismiss(helper), idleMs).unref()
    resting.push(helper)
  }
  const myTurn = async () => {
    if (working < atOnce) {
      working += 1
      return
    }
    if (waiting.length >= waitingMost) throw new HelpersBusy('Too many are waiting.')
    // Whoever ends hands the place on, so the count of those who work stays.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const nextTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }

  return {
    ask: async (question) => {
      await myTurn()
      const helper = engage()
      try {
        const answer = await answerOf(helper, question, answerMs)
        rest(helper)
        return answer
      } catch (error) {
        dismiss(helper)
        throw error
      } finally {
        nextTurn()
      }
    },
    close: () => {
      for (const helper of all) dismiss(helper)
    },
  }
}
