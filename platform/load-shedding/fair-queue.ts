// A bounded queue that nobody can fill for everybody else, for work that takes a whole core.
import { ApiError } from '#contract/errors/api-errors.ts'

/** Who wants the work done: `group` is the client's address, `owner` one of the accounts behind it. */
export type Requester = { group: string; owner: string }

export type FairQueue = <Result>(requester: Requester, work: () => Promise<Result>) => Promise<Result>

type Task = { start: () => void; reject: (error: Error) => void }
// The maps are in the order of the last turn: who waits longest for one is first.
type Owners = Map<string, Task[]>

const countTasks = (owners: Owners): number => [...owners.values()].reduce((sum, tasks) => sum + tasks.length, 0)

/** The key with the largest size; `preferred` if its size is as large. */
const findLargest = <Value>(map: Map<string, Value>, preferred: string, getSize: (value: Value) => number): string => {
  const preferredValue = map.get(preferred)
  let [largest, size] = [preferred, preferredValue === undefined ? 0 : getSize(preferredValue)]
  for (const [key, value] of map) if (getSize(value) > size) [largest, size] = [key, getSize(value)]
  return largest
}

/**
 * Creates a queue in which groups take turns, and in each group its owners. When more than `maxQueued` tasks wait, the
 * newest one of the largest owner of the largest group is rejected with `shop_unavailable`.
 */
export const createFairQueue = (options: { concurrency: number; maxQueued: number }): FairQueue => {
  const groups = new Map<string, Owners>()
  let running = 0
  let queued = 0

  /** Removes a task: the oldest when it is its turn, the newest when too many wait. */
  const take = ({ group, owner }: Requester, end: 'oldest' | 'newest'): Task | undefined => {
    const owners = groups.get(group)
    const tasks = owners?.get(owner)
    const task = end === 'oldest' ? tasks?.shift() : tasks?.pop()
    if (!owners || !tasks || !task) return undefined
    queued -= 1
    if (tasks.length === 0) owners.delete(owner)
    if (owners.size === 0) groups.delete(group)
    return task
  }

  const moveToEnd = <Value>(map: Map<string, Value>, key: string): void => {
    const value = map.get(key)
    if (value === undefined) return
    map.delete(key)
    map.set(key, value)
  }

  const startNext = (): void => {
    const [first] = groups
    if (!first || running >= options.concurrency) return
    const [group, owners] = first
    const [owner = ''] = owners.keys()
    const task = take({ group, owner }, 'oldest')
    moveToEnd(owners, owner)
    moveToEnd(groups, group)
    running += 1
    task?.start()
  }

  const rejectOne = (newest: Requester): void => {
    const group = findLargest(groups, newest.group, countTasks)
    const owner = findLargest(groups.get(group) ?? new Map<string, Task[]>(), newest.owner, (tasks) => tasks.length)
    take({ group, owner }, 'newest')?.reject(new ApiError('shop_unavailable'))
  }

  const waitForTurn = ({ group, owner }: Requester): Promise<void> =>
    new Promise((start, reject) => {
      const owners = groups.get(group) ?? new Map<string, Task[]>()
      groups.set(group, owners)
      owners.set(owner, [...(owners.get(owner) ?? []), { start, reject }])
      queued += 1
      startNext()
      if (queued > options.maxQueued) rejectOne({ group, owner })
    })

  return async (requester, work) => {
    await waitForTurn(requester)
    try {
      return await work()
    } finally {
      running -= 1
      startNext()
    }
  }
}
