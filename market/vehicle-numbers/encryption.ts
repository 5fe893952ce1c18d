// Encrypts the numbers of bikes and computes their fingerprints, with keys derived from SECRET.
import { createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { normalizeNumber, type NumberKind, numberKinds } from '#contract/vehicle-numbers/normalize.ts'
import { decrypt, encrypt } from '#platform/encryption/encryption.ts'

/** The numbers of a bike as they were typed; null where the seller has not entered one. */
export type Numbers = Record<NumberKind, string | null>
export type EncryptedNumbers = Record<`${NumberKind}Encrypted`, string | null>

// `gd`: the number of the entry that the police made of a theft.
type BoundTo = { kind: NumberKind | 'gd'; ownerId: string }

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

/** The numbers of a bike, or of a report; null without a row. */
export const decryptNumbers = (secret: string, ownerId: string, row: EncryptedNumbers | undefined): Numbers => {
  const read = (kind: NumberKind): string | null => {
    const encrypted = row?.[`${kind}Encrypted`] ?? null
    return encrypted === null ? null : decryptNumber(secret, { kind, ownerId, encrypted })
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

/** Encrypts those numbers that there are. */
export const encryptNumbers = (
  secret: string,
  { ownerId, numbers, createRandom }: { ownerId: string; numbers: Numbers; createRandom: () => Buffer },
): EncryptedNumbers => {
  const toEncrypted = (kind: NumberKind): string | null => {
    const number = numbers[kind]
    return number === null ? null : encryptNumber(secret, { kind, ownerId, number, random: createRandom() })
  }
  return {
    registrationEncrypted: toEncrypted('registration'),
    engineEncrypted: toEncrypted('engine'),
    chassisEncrypted: toEncrypted('chassis'),
  }
}

type SecretChange = { oldSecret: string; newSecret: string; createRandom: () => Buffer }

const StoredNumbers = z.array(z.object({ owner_id: z.string(), encrypted: z.string() }))
const pageRows = 1_000

type NumberColumn = {
  table: 'vehicle_numbers' | 'stolen_bikes'
  owner: 'bike_id' | 'id'
  kind: NumberKind | 'gd'
  column: string
  /** Which fingerprint belongs to a number; a GD number has none. */
  fingerprints: { table: string; owner: string } | null
}

const numberColumns: NumberColumn[] = [
  ...numberKinds.map((kind) => ({
    table: 'vehicle_numbers' as const,
    owner: 'bike_id' as const,
    kind,
    column: `${kind}_encrypted`,
    fingerprints: { table: 'vehicle_fingerprints', owner: 'bike_id' },
  })),
  ...numberKinds.map((kind) => ({
    table: 'stolen_bikes' as const,
    owner: 'id' as const,
    kind,
    column: `${kind}_encrypted`,
    fingerprints: { table: 'stolen_fingerprints', owner: 'report_id' },
  })),
  { table: 'stolen_bikes', owner: 'id', kind: 'gd', column: 'gd_number_encrypted', fingerprints: null },
]

const reencryptColumn = async (
  client: ClientBase,
  { table, owner, kind, column, fingerprints }: NumberColumn,
  { oldSecret, newSecret, createRandom }: SecretChange,
): Promise<number> => {
  let count = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query(
      `select ${owner} as owner_id, ${column} as encrypted from ${table}
        where ${column} is not null and ${owner} > $1 order by ${owner} limit ${pageRows} for update`,
      [after],
    )
    const stored = StoredNumbers.parse(rows)
    for (const { owner_id: ownerId, encrypted } of stored) {
      const number = decryptNumber(oldSecret, { kind, ownerId, encrypted })
      const again = encryptNumber(newSecret, { kind, ownerId, number, random: createRandom() })
      await client.query(`update ${table} set ${column} = $2 where ${owner} = $1`, [ownerId, again])
      if (fingerprints === null || kind === 'gd') continue
      const hmac = computeFingerprint(newSecret, kind, number)
      const update = `update ${fingerprints.table} set hmac = $3 where ${fingerprints.owner} = $1 and kind = $2`
      await client.query(update, [ownerId, kind, hmac])
    }
    count += stored.length
    const last = stored.at(-1)
    if (last === undefined) return count
    after = last.owner_id
  }
}

/**
 * Re-encrypts all numbers of bikes and of reports with a new secret and computes their fingerprints from it, in the caller's
 * transaction. Returns how many; throws when one cannot be decrypted with the old secret.
 */
export const reencryptVehicleNumbers = async (client: ClientBase, change: SecretChange): Promise<number> => {
  let count = 0
  for (const column of numberColumns) {
    // A database from before them has none.
    const { rows: tables } = await client.query('select from pg_class where oid = to_regclass($1)', [column.table])
    if (tables.length > 0) count += await reencryptColumn(client, column, change)
  }
  return count
}
