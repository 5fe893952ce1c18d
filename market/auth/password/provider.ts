// How passwords are kept, and how much of the machine keeping them may take.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createQueue } from '#platform/load-shedding/queue.ts'

// OWASP's parameters for Argon2id, which is the algorithm this library takes when none is named: 19 MiB, 2 passes.
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Each takes a core for some 30 ms: the last one in the queue has waited less than a second.
const maxWaiting = 24

/** Hashes a password as it is kept. The same letters typed on two keyboards are the same password. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), argon2Options)

/** Whether this is the password that was hashed so. */
export const verifyPassword = ({ storedHash, password }: { storedHash: string; password: string }): Promise<boolean> =>
  verify(storedHash, password.normalize('NFKC'))

export type PasswordHasher = { hash: typeof hashPassword; verify: typeof verifyPassword }

/**
 * Both for people at the door: on all cores but one, so that a flood of sign-ups or logins leaves the shop to the others.
 * Refuses with `shop_unavailable` when too many wait already.
 */
export const createPasswordHasher = (): PasswordHasher => {
  const enqueue = createQueue({ concurrency: Math.max(1, availableParallelism() - 1), maxQueued: maxWaiting })
  return {
    hash: (password) => enqueue(() => hashPassword(password)),
    verify: (input) => enqueue(() => verifyPassword(input)),
  }
}
