// Password hashing with Argon2id, with limited concurrency.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { getActor } from '#platform/database/actor.ts'
import { toAddressKey } from '#platform/http/client-address.ts'
import { createFairQueue, type Requester } from '#platform/load-shedding/fair-queue.ts'

/** Parameters of Argon2id, the default algorithm of this library; memory in KiB. */
export type HashingCost = { memoryCost: number; timeCost: number; parallelism: number }

/** OWASP's parameters: 19 MiB, 2 passes. */
const owaspCost: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// A hash takes a core for about 30 ms, so the last in the queue waits less than a second.
const maxWaiting = 24

/** Hashes a password for storage. NFKC makes the same text typed on two keyboards the same password. */
export const hashPassword = (password: string, cost = owaspCost): Promise<string> =>
  hash(password.normalize('NFKC'), cost)

export const verifyPassword = ({ storedHash, password }: { storedHash: string; password: string }): Promise<boolean> =>
  verify(storedHash, password.normalize('NFKC'))

export type PasswordHasher = { hash: (password: string) => Promise<string>; verify: typeof verifyPassword }

/** The account that a hash is for: the member who is logged in, the owner of the stored hash, or somebody new. */
const getRequester = (storedHash = 'new password'): Requester => {
  const { actor = 'nobody', address = 'no address' } = getActor() ?? {}
  return { group: toAddressKey(address), owner: actor === 'visitor' ? storedHash : actor }
}

/**
 * Creates the hasher for requests. It uses all cores but one, so many simultaneous logins do not block other requests.
 * Addresses take turns, and the accounts of an address. When its queue is full, it throws `shop_unavailable` for the newest
 * request of whoever has most waiting. Tests hash at a lower cost; a stored hash names its own.
 */
export const createPasswordHasher = (cost = owaspCost): PasswordHasher => {
  const enqueue = createFairQueue({ concurrency: Math.max(1, availableParallelism() - 1), maxQueued: maxWaiting })
  return {
    hash: (password) => enqueue(getRequester(), () => hashPassword(password, cost)),
    verify: (input) => enqueue(getRequester(input.storedHash), () => verifyPassword(input)),
  }
}
