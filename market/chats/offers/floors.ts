// The floor of a bike: the lowest price that is accepted without asking the seller. Only the seller reads it; it is
// encrypted, and what it answers looks like an answer by hand.
import { addDaytime } from '#market/deals/deadlines-in-ms.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { z } from 'zod'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Transaction } from '#platform/database/database.ts'
import { decrypt, encrypt } from '#platform/encryption/encryption.ts'
import { bikeOfferSettings, floorAnswers } from '#market/schema/deals/offers.ts'

export type FloorDeps = {
  now: () => Date
  /** Creates 256 random bits in base64url. */
  createToken: () => string
  /** The key is derived from it. */
  secret: string
}

const getKey = (secret: string, bikeId: string) => ({ secret, purpose: 'motohaat floor of a bike', boundTo: bikeId })
// A person who has the shop open answers within these times.
const minPauseMs = 2 * minuteMs
const maxPauseMs = 45 * minuteMs

export const encryptFloor = (
  { secret, createToken }: FloorDeps,
  { bikeId, floorTaka }: { bikeId: string; floorTaka: number },
): string => encrypt(getKey(secret, bikeId), String(floorTaka), Buffer.from(createToken(), 'base64url'))

/** The floor of a bike in Taka; null without one. */
export const decryptFloor = (
  { secret }: Pick<FloorDeps, 'secret'>,
  { bikeId, floorEncrypted }: { bikeId: string; floorEncrypted: string | null },
): number | null => (floorEncrypted === null ? null : Number(decrypt(getKey(secret, bikeId), floorEncrypted)))

/** What the seller chose about the offers of a bike. */
export const findOfferSettings = async (
  tx: Pick<Transaction, 'select'>,
  deps: Pick<FloorDeps, 'secret'>,
  bikeId: string,
): Promise<{ isPriceFixed: boolean; floorTaka: number | null }> => {
  const [row] = await tx.select().from(bikeOfferSettings).where(eq(bikeOfferSettings.bikeId, bikeId))
  return {
    isPriceFixed: row?.isPriceFixed ?? false,
    floorTaka: row ? decryptFloor(deps, { bikeId, floorEncrypted: row.floorEncrypted }) : null,
  }
}

/** When a person would answer: after 2 to 45 minutes, never at night. */
export const getAnswerTime = ({ now, createToken }: FloorDeps): Date => {
  const share = Buffer.from(createToken(), 'base64url').readUInt32BE() / 2 ** 32
  return addDaytime(now(), minPauseMs + Math.floor(share * (maxPauseMs - minPauseMs)))
}

type AskedFloor = {
  offerId: string
  bikeId: string
  buyerId: string
  priceTaka: number
  salePriceTaka: number
  /** In Taka. */
  floorTaka: number
}

/**
 * Asks the floor about an offer of a buyer. It answers each buyer once a day: `accept` at once, or a refusal that the job
 * delivers later. The asking price is never refused.
 */
export const askFloor = async (
  tx: Transaction,
  deps: FloorDeps,
  { floorTaka, salePriceTaka, priceTaka, ...asked }: AskedFloor,
): Promise<'accept' | 'later'> => {
  const isEnough = priceTaka >= Math.min(floorTaka, salePriceTaka)
  const now = deps.now()
  const answers = await tx
    .insert(floorAnswers)
    .values({
      ...asked,
      day: getDhakaDay(now),
      dueAt: isEnough ? now : getAnswerTime(deps),
      answeredAt: isEnough ? now : null,
    })
    .onConflictDoNothing()
    .returning({ offerId: floorAnswers.offerId })
  return isEnough && answers.length > 0 ? 'accept' : 'later'
}

const StoredFloors = z.array(z.object({ bike_id: z.string(), floor_encrypted: z.string() }))

/**
 * Re-encrypts all floors with a new secret, in the caller's transaction. Returns how many; throws when one cannot be
 * decrypted with the old secret.
 */
export const reencryptFloors = async (
  client: ClientBase,
  { oldSecret, newSecret, createRandom }: { oldSecret: string; newSecret: string; createRandom: () => Buffer },
): Promise<number> => {
  // A database from before offers has no floors.
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('bike_offer_settings')`)
  if (tables.length === 0) return 0
  const { rows } = await client.query(
    'select bike_id, floor_encrypted from bike_offer_settings where floor_encrypted is not null for update',
  )
  const stored = StoredFloors.parse(rows)
  for (const { bike_id: bikeId, floor_encrypted: encrypted } of stored) {
    const text = decrypt(getKey(oldSecret, bikeId), encrypted)
    await client.query('update bike_offer_settings set floor_encrypted = $2 where bike_id = $1', [
      bikeId,
      encrypt(getKey(newSecret, bikeId), text, createRandom()),
    ])
  }
  return stored.length
}
