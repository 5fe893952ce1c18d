// Encrypts the numbers of bikes and computes their fingerprints, with keys derived from SECRET.
import { createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { normalizeNumber, type NumberKind, numberKinds } from '#contract/vehicle-numbers/normalize.ts'
import { decrypt, encrypt } from '#platform/encryption/encryption.ts'

/** The numbers of a bike as they were typed; null where the seller has not entered one. */
export type Numbers = Record<NumberKind, string | null>
export type EncryptedNumbers = Record<`${NumberKind}Encrypted`, string | null>

type BoundTo = { kind: NumberKind; ownerId: string }

// The bike, or the report, and the kind are bound in: copied elsewhere, a number cannot be decrypted.
const getKey = (secret: string, { kind, ownerId }: BoundTo) => ({
  secret,
  purpose: 'motohaat vehicle number',
  boundTo: `${ownerId} ${kind}`,
})

/** @param options.random at least 12 random bytes, never used twice */
export const encryptNumber = (
  secret: string,
  { number, random, ...bound }: BoundTo & { number: string; random: Buffer },
) => encrypt(getKey(secret, bound), number, random)

export const decryptNumber = (secret: string, { encrypted, ...bound }: BoundTo & { encrypted: string }): string =>
  decrypt(getKey(secret, bound), encrypted)

/** The numbers of a bike; null without a row. */
export const decryptNumbers = (secret: string, bikeId: string, row: EncryptedNumbers | undefined): Numbers => {
  const read = (kind: NumberKind): string | null => {
    const encrypted = row?.[`${kind}Encrypted`] ?? null
    return encrypted === null ? null : decryptNumber(secret, { kind, ownerId: bikeId, encrypted })
  }
  return { registration: read('registration'), engine: read('engine'), chassis: read('chassis') }
}

/**
 * The fingerprint of a number: the same for all spellings of it. The key is derived from SECRET, so that numbers cannot be
 * found by trying all of them on a copy of the database.
 */
export const computeFingerprint = (secret: string, kind: NumberKind, number: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('motohaat vehicle fingerprint').digest())
    .update(`${kind}\0${normalizeNumber(kind, number)}`)
    .digest()

export type Fingerprint = { kind: NumberKind; hmac: Buffer }

export const listFingerprints = (secret: string, numbers: Numbers): Fingerprint[] =>
  numberKinds.flatMap((kind) => {
    const number = numbers[kind]
    return number === null ? [] : [{ kind, hmac: computeFingerprint(secret, kind, number) }]
  })

type SecretChange = { oldSecret: string; newSecret: string; createRandom: () => Buffer }

const StoredNumbers = z.array(z.object({ bike_id: z.string(), kind: z.enum(numberKinds), encrypted: z.string() }))
const pageRows = 1_000

/**
 * Re-encrypts all numbers with a new secret and computes their fingerprints from it, in the caller's transaction. Returns how
 * many; throws when one cannot be decrypted with the old secret.
 */
export const reencryptVehicleNumbers = async (
  client: ClientBase,
  { oldSecret, newSecret, createRandom }: SecretChange,
): Promise<number> => {
  // A database from before them has none.
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('vehicle_numbers')`)
  if (tables.length === 0) return 0
  let count = 0
  for (const kind of numberKinds) {
    const column = `${kind}_encrypted`
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const { rows } = await client.query(
        `select bike_id, '${kind}' as kind, ${column} as encrypted from vehicle_numbers
          where ${column} is not null and bike_id > $1 order by bike_id limit ${pageRows} for update`,
        [after],
      )
      const stored = StoredNumbers.parse(rows)
      for (const { bike_id: ownerId, encrypted } of stored) {
        const number = decryptNumber(oldSecret, { kind, ownerId, encrypted })
        const again = encryptNumber(newSecret, { kind, ownerId, number, random: createRandom() })
        await client.query(`update vehicle_numbers set ${column} = $2 where bike_id = $1`, [ownerId, again])
        const hmac = computeFingerprint(newSecret, kind, number)
        await client.query('update vehicle_fingerprints set hmac = $3 where bike_id = $1 and kind = $2', [
          ownerId,
          kind,
          hmac,
        ])
      }
      count += stored.length
      const last = stored.at(-1)
      if (last === undefined) break
      after = last.bike_id
    }
  }
  return count
}
