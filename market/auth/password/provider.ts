// Password hashing with Argon2id, with limited concurrency.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createQueue } from '#platform/load-shedding/queue.ts'

// OWASP's parameters for Argon2id, the default algorithm of this library: 19 MiB, 2 passes.
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// A hash takes a core for about 30 ms, so the last in the queue waits less than a second.
const maxWaiting = 24

/** Hashes a password for storage. NFKC makes the same text typed on two keyboards the same password. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), argon2Options)

export const verifyPassword = ({ storedHash, password }: { storedHash: string; password: string }): Promise<boolean> =>
  verify(storedHash, password.normalize('NFKC'))

export type PasswordHasher = { hash: typeof hashPassword; verify: typeof verifyPassword }

/**
 * Creates the hasher for requests. It uses all cores but one, so many simultaneous logins do not block other requests.
 * Throws `shop_unavailable` when its queue is full.
 */
export const createPasswordHasher = (): PasswordHasher => {
  const enqueue = createQueue({ concurrency: Math.max(1, availableParallelism() - 1), maxQueued: maxWaiting })
  return {
    hash: (password) => enqueue(() => hashPassword(password)),
    verify: (input) => enqueue(() => verifyPassword(input)),
  }
}
