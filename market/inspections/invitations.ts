// Links for mechanics: a secret token, of which the database has the hash.
import { maxOpenInvitations } from '#contract/limits.ts'
import { dayMs } from '#contract/time/durations.ts'
import { inviteDays } from '#contract/time/lifetimes.ts'
import { createHash } from 'node:crypto'
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { requireOwnSide } from './drafts.ts'
import { type InspectionDeps, lockInspection, lockWriter } from './access.ts'
import { inspectionInvitations, inspections, type StoredInspection } from '#market/schema/bikes/inspections.ts'

export type InvitationDeps = InspectionDeps & {
  /** Creates a URL-safe random token of 256 bits. */
  createToken: () => string
}

// The token is long and random, so a hash without salt protects it.
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const isOpenAt = (now: Date) =>
  and(isNull(inspectionInvitations.revokedAt), gt(inspectionInvitations.expiresAt, now), isNull(inspections.signedAt))

/** Makes a link for a mechanic, with the empty inspection that it is for. */
export const inviteMechanic = (deps: InvitationDeps, { slug, memberId }: { slug: string; memberId: string }) =>
  deps.db.transaction(async (tx) => {
    await lockWriter(tx, memberId)
    const createdAt = deps.now()
    const { bike, side } = await requireOwnSide(tx, { slug, memberId, now: createdAt })
    const isOfMember = and(eq(inspections.bikeId, bike.id), eq(inspections.memberId, memberId))
    const [{ open } = { open: 0 }] = await tx
      .select({ open: count() })
      .from(inspectionInvitations)
      .innerJoin(inspections, eq(inspections.id, inspectionInvitations.inspectionId))
      .where(and(isOfMember, isOpenAt(createdAt)))
    if (open >= maxOpenInvitations) throw new ApiError('too_many_invitations')
    const id = deps.createId()
    const token = deps.createToken()
    const expiresAt = new Date(createdAt.getTime() + inviteDays * dayMs)
    await tx
      .insert(inspections)
      .values({ id, bikeId: bike.id, memberId, kind: 'mechanic', dealId: side.dealId, createdAt })
    await tx
      .insert(inspectionInvitations)
      .values({ inspectionId: id, tokenHash: hashToken(token), createdAt, expiresAt })
    return { insertedId: id, token, expiresAt: expiresAt.toISOString() }
  })

/** Revokes a link of this member. What the mechanic has signed stays. */
export const revokeInvitation = ({ db, now }: InspectionDeps, { id, memberId }: { id: string; memberId: string }) =>
  db.transaction(async (tx) => {
    const isMine = (one: StoredInspection) => one.kind === 'mechanic' && one.memberId === memberId
    const { signedAt } = await lockInspection(tx, id, isMine)
    if (signedAt) throw new ApiError('inspection_signed')
    const isLink = and(eq(inspectionInvitations.inspectionId, id), isNull(inspectionInvitations.revokedAt))
    const revoked = await tx.update(inspectionInvitations).set({ revokedAt: now() }).where(isLink).returning()
    return revoked.length
  })

type Link = typeof inspectionInvitations.$inferSelect
const getState = ({ revokedAt, expiresAt }: Link, signedAt: Date | null, now: Date) => {
  if (signedAt) return 'signed' as const
  if (revokedAt) return 'revoked' as const
  return expiresAt > now ? ('open' as const) : ('expired' as const)
}

const maxListed = 20

/** The links that this member made for mechanics of a bike, newest first. */
export const listInvitations = async (
  db: Pick<Database, 'select'>,
  { bikeId, memberId, now }: { bikeId: string; memberId: string; now: Date },
) => {
  const rows = await db
    .select({ link: inspectionInvitations, signedAt: inspections.signedAt })
    .from(inspectionInvitations)
    .innerJoin(inspections, eq(inspections.id, inspectionInvitations.inspectionId))
    .where(and(eq(inspections.bikeId, bikeId), eq(inspections.memberId, memberId)))
    .orderBy(desc(inspections.id))
    .limit(maxListed)
  return rows.map(({ link, signedAt }) => ({
    _id: link.inspectionId,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    state: getState(link, signedAt, now),
  }))
}

/**
 * The id of the inspection of a token; throws `not_found` for one that is unknown, expired or revoked. A mechanic reads a signed
 * report until the link expires.
 */
export const findByToken = async (db: Pick<Database, 'select'>, token: string, now: Date): Promise<string> => {
  const [found] = await db
    .select({ id: inspectionInvitations.inspectionId })
    .from(inspectionInvitations)
    .where(
      and(
        eq(inspectionInvitations.tokenHash, hashToken(token)),
        isNull(inspectionInvitations.revokedAt),
        gt(inspectionInvitations.expiresAt, now),
      ),
    )
  if (!found) throw new ApiError('not_found')
  return found.id
}

/** Locks the inspection of a token. A link that is revoked at the same moment is revoked before or after. */
export const lockByToken = async (tx: Transaction, token: string, now: Date): Promise<StoredInspection> => {
  const inspection = await lockInspection(tx, await findByToken(tx, token, now), ({ kind }) => kind === 'mechanic')
  // Again, because who revokes locks the inspection too.
  await findByToken(tx, token, now)
  return inspection
}
