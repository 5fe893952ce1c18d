// How passwords are kept, and how much of the machine keeping them may take.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { openTurns } from '#platform/load-shedding/queue.ts'

// OWASP's parameters for Argon2id, which is the algorithm this library takes when none is named: 19 MiB, 2 passes.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Each takes a core for some 30 ms: the last one in the queue has waited less than a second.
const waitingMost = 24

/** Hashes a password as it is kept. The same letters typed on two keyboards are the same password. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), argon2)

/** Whether this is the password that was hashed so. */
export const passwordFits = ({ kept, password }: { kept: string; password: string }): Promise<boolean> =>
  verify(kept, password.normalize('NFKC'))

export type Hashing = { hash: typeof hashPassword; fits: typeof passwordFits }

/**
 * Both for people at the door: on all cores but one, so that a flood of sign-ups or logins leaves the shop to the others.
 * Refuses with `shop_unavailable` when too many wait already.
 */
export const openHashing = (): Hashing => {
  const inTurn = openTurns({ atOnce: Math.max(1, availableParallelism() - 1), waitingMost })
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    fits: (asked) => inTurn(() => passwordFits(asked)),
  }
}
