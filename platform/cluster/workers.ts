// Several processes that serve on one port. The first one listens for none of it by itself: it opens what there is once,
// hands connections to the others in turn, and sees to it that as many are there as were asked for.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { Said, type Told } from './messages.ts'

export type Workers = {
  /** Replaces all, one after the other, each only when its follower is listening. Throws when a follower did not open. */
  renew(): Promise<void>
  /** Says it to all that are there. */
  tell(told: Told): void
  /** What each counts and times, as prom-client writes it; one that does not answer in time is left out. */
  measure(): Promise<object[][]>
  /** Lets all finish what is under way, and waits until they are gone. */
  close(): Promise<void>
}

type Options = {
  /** The program of a worker. */
  file: string
  count: number
  /** What a worker must know to open: read anew for each, since it may have changed. */
  ground: () => unknown
  say: (line: string) => void
}

/** `leaving` are those that were asked to go, which nobody replaces. */
type Crew = Options & { here: Set<Worker>; leaving: WeakSet<Worker>; isClosing: boolean; asked: number }

// One that does not live for so long would be replaced in a circle without a rest.
const youngMs = 5_000
const againMs = 1_000
// Longer than a worker gives itself.
const patienceMs = 12_000
const measureMs = 2_000

/** How many connections to PostgreSQL each of so many may hold: all together leave some of its hundred to others. */
export const connectionsFor = (workers: number): number => Math.min(12, Math.floor(80 / workers) - 2)

const tellOne = (worker: Worker, told: Told): void => {
  // It may have died a moment ago: then nobody needs to know.
  if (worker.isConnected()) worker.send(told, () => {})
}

const endOf = (worker: Worker): Promise<void> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', () => resolve()))

/** Starts one and waits until it is listening; throws when it ends before. */
const hire = async (crew: Crew): Promise<Worker> => {
  const worker = cluster.fork()
  const bornAt = performance.now()
  crew.here.add(worker)
  worker.on('message', (said: unknown) => {
    const word = Said.safeParse(said).data?.said
    if (word === 'gone') tellOne(worker, { tell: 'bye' })
    if (word === 'here')
      tellOne(worker, crew.leaving.has(worker) ? { tell: 'leave' } : { tell: 'open', ground: crew.ground() })
  })
  worker.on('error', (error) => crew.say(`Process ${worker.process.pid} does not hear us: ${error.message}`))
  const listening = new Promise<boolean>((resolve) => worker.once('listening', () => resolve(true)))
  const ended = endOf(worker).then(() => false)
  void ended.then(() => crew.here.delete(worker))
  if (!(await Promise.race([listening, ended]))) throw new Error(`The process ${worker.process.pid} did not open.`)
  void ended.then(() => replace(crew, worker, performance.now() - bornAt))
  return worker
}

/** Puts another one in the place of one that ended by itself; tries until it opens. */
const replace = async (crew: Crew, worker: Worker, livedMs: number): Promise<void> => {
  if (crew.leaving.has(worker) || crew.isClosing) return
  crew.say(`The process ${worker.process.pid} ended by itself. Another one takes its place.`)
  if (livedMs < youngMs) await pause(againMs)
  while (!crew.isClosing) {
    try {
      await hire(crew)
      return
    } catch (error) {
      if (!crew.isClosing) crew.say(String(error))
      await pause(againMs)
    }
  }
}

/** Asks it to go and waits until it is gone; one that hangs is ended. */
const letGo = async (crew: Crew, worker: Worker): Promise<void> => {
  crew.leaving.add(worker)
  tellOne(worker, { tell: 'leave' })
  const late = setTimeout(() => worker.process.kill('SIGKILL'), patienceMs)
  await endOf(worker)
  clearTimeout(late)
}

/** Puts a new one beside it and lets it go then; one that dies meanwhile has its follower already. */
const renewOne = async (crew: Crew, worker: Worker): Promise<void> => {
  crew.leaving.add(worker)
  try {
    await hire(crew)
  } catch (error) {
    crew.leaving.delete(worker)
    if (worker.isDead()) void replace(crew, worker, youngMs)
    throw error
  }
  await letGo(crew, worker)
}

const renewAll = async (crew: Crew): Promise<void> => {
  // Not those that come meanwhile.
  const all = [...crew.here]
  for (const worker of all) if (!crew.isClosing && crew.here.has(worker)) await renewOne(crew, worker)
}

const answerOf = (worker: Worker, asked: number): Promise<object[]> =>
  new Promise((resolve) => {
    const hear = (message: unknown): void => {
      const said = Said.safeParse(message).data
      if (said?.said === 'measured' && said.asked === asked) end(said.values)
    }
    const end = (values: object[]): void => {
      clearTimeout(late)
      worker.off('message', hear)
      resolve(values)
    }
    const late = setTimeout(() => end([]), measureMs)
    worker.on('message', hear)
    tellOne(worker, { tell: 'measure', asked })
  })

/**
 * Opens so many workers and waits until all listen; throws when one does not open. A connection that a worker which is
 * just leaving no longer takes is handed to another one, so that nobody is turned away.
 */
export const openWorkers = async (options: Options): Promise<Workers> => {
  cluster.setupPrimary({ exec: options.file })
  const crew: Crew = { ...options, here: new Set(), leaving: new WeakSet(), isClosing: false, asked: 0 }
  // Nobody may stay behind who serves without the one who looks after them.
  process.once('exit', () => {
    for (const worker of crew.here) worker.process.kill('SIGKILL')
  })
  const close = async (): Promise<void> => {
    crew.isClosing = true
    await Promise.all([...crew.here].map((worker) => letGo(crew, worker)))
  }
  try {
    await Promise.all(Array.from({ length: options.count }, () => hire(crew)))
  } catch (error) {
    await close()
    throw error
  }
  let renewing: Promise<void> = Promise.resolve()
  return {
    // Asked again meanwhile, it is done again: what was new then may not be any more.
    renew: () => (renewing = renewing.catch(() => {}).then(() => renewAll(crew))),
    tell: (told) => {
      for (const worker of crew.here) tellOne(worker, told)
    },
    measure: () => {
      crew.asked += 1
      return Promise.all([...crew.here].map((worker) => answerOf(worker, crew.asked)))
    },
    close,
  }
}
