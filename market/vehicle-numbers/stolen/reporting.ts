// What members do: report a stolen bike, read what became of it, take it back.
import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { hourMs } from '#contract/time/durations.ts'
import type { stolenCalls } from '#contract/vehicle-numbers/stolen-calls.ts'
import { stolenHoldHours } from '#contract/vehicle-numbers/stolen-reports.ts'
import { type Database, type Transaction, violates } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { paperFiles } from '#market/schema/bikes/papers.ts'
import { type StolenBike, stolenBikes, stolenFingerprints } from '#market/schema/bikes/stolen-bikes.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { phoneProofs } from '#market/schema/people/phone-proofs.ts'
import {
  decryptNumber,
  decryptNumbers,
  encryptNumber,
  encryptNumbers,
  type Fingerprint,
  listFingerprints,
} from '../encryption.ts'
import { holdMatches, lockMatches, lockReport, type MatchDeps, releaseMatches } from './matches.ts'

export type StolenDeps = MatchDeps & {
  db: Database
  secret: string
  /** Creates 256 random bits in base64url. */
  createToken: () => string
}
type Body = z.output<(typeof stolenCalls)['POST /stolen']['body']>
type NewReport = { body: Body; me: Member; idempotencyKey: string | undefined }

/** Locks the reporter, so that two requests follow each other; throws unless address and phone are proven. */
const lockReporter = async (tx: Transaction, me: Member): Promise<void> => {
  const [reporter] = await tx
    .select({ emailVerified: members.emailVerified })
    .from(members)
    .where(and(eq(members.id, me.id), isNull(members.removedAt)))
    .for('no key update')
  if (!reporter?.emailVerified) throw new ApiError('address_not_proven')
  if ((await tx.$count(phoneProofs, eq(phoneProofs.memberId, me.id))) === 0) throw new ApiError('phone_needed')
}

/** Throws unless the member uploaded this photo, it is still there, and nothing else has it. */
const requireOwnPhoto = async (tx: Transaction, fileId: string, me: Member): Promise<void> => {
  const isUnused = sql`not exists (select from bike_papers where bike_papers.file_id = ${fileId})
    and not exists (select from stolen_bikes where stolen_bikes.file_id = ${fileId})`
  const [file] = await tx
    .select({ id: paperFiles.id })
    .from(paperFiles)
    .where(and(eq(paperFiles.id, fileId), eq(paperFiles.ownerId, me.id), isNull(paperFiles.erasedAt), isUnused))
    .for('update')
  if (!file) throw new ApiError('paper_file_missing')
}

/**
 * Whether advertisements wait before a moderator has looked. Not for a number that the member has reported before, and not for
 * somebody who made a report against a person.
 */
const mayHold = async (tx: Transaction, fingerprints: readonly Fingerprint[], me: Member): Promise<boolean> => {
  const hmacs = fingerprints.map(({ hmac }) => hmac)
  const repeated = and(eq(stolenFingerprints.reporterId, me.id), inArray(stolenFingerprints.hmac, hmacs))
  if ((await tx.$count(stolenFingerprints, repeated)) > 0) return false
  const isFalse = and(eq(stolenBikes.reporterId, me.id), eq(stolenBikes.reason, 'false'))
  return (await tx.$count(stolenBikes, isFalse)) === 0
}

const insertReport = async (
  tx: Transaction,
  { now, createId, secret, createToken }: StolenDeps,
  { report: { body, me, idempotencyKey }, fingerprints }: { report: NewReport; fingerprints: readonly Fingerprint[] },
): Promise<string> => {
  const id = createId()
  const reportedAt = now()
  const createRandom = () => Buffer.from(createToken(), 'base64url')
  const { gdNumber, policeStation, gdOn, fileId, ...numbers } = body
  const holdsUntil = (await mayHold(tx, fingerprints, me))
    ? new Date(reportedAt.getTime() + stolenHoldHours * hourMs)
    : null
  await tx.insert(stolenBikes).values({
    id,
    reporterId: me.id,
    idempotencyKey: idempotencyKey ?? null,
    ...encryptNumbers(secret, { ownerId: id, numbers, createRandom }),
    gdNumberEncrypted: encryptNumber(secret, { kind: 'gd', ownerId: id, number: gdNumber, random: createRandom() }),
    policeStation,
    gdOn,
    fileId,
    state: 'waiting',
    reportedAt,
    holdsUntil,
  })
  const rows = fingerprints.map((one) => ({ ...one, reportId: id, reporterId: me.id, isOpen: true }))
  await tx.insert(stolenFingerprints).values(rows)
  return id
}

/** Reports a stolen bike; advertisements of others with one of its numbers wait from now on. */
export const reportStolenBike = (deps: StolenDeps, report: NewReport): Promise<string> =>
  deps.db
    .transaction(async (tx) => {
      const { body, me, idempotencyKey } = report
      await lockReporter(tx, me)
      const isRepeated = and(eq(stolenBikes.reporterId, me.id), eq(stolenBikes.idempotencyKey, idempotencyKey ?? ''))
      const [repeated] =
        idempotencyKey === undefined ? [] : await tx.select({ id: stolenBikes.id }).from(stolenBikes).where(isRepeated)
      if (repeated) return repeated.id
      if (body.gdOn > getDhakaDay(deps.now())) throw new ApiError('day_in_future', { field: 'gdOn' })
      await requireOwnPhoto(tx, body.fileId, me)
      const fingerprints = listFingerprints(deps.secret, body)
      const matches = await lockMatches(tx, fingerprints)
      if (matches.some(({ sellerId }) => sellerId === me.id)) throw new ApiError('number_in_own_advertisement')
      const id = await insertReport(tx, deps, { report, fingerprints })
      await holdMatches(tx, deps, matches)
      return id
    })
    .catch((error: unknown) => {
      throw violates(error, 'one_open_stolen_report') ? new ApiError('already_reported_stolen') : error
    })

/** What a report says, decrypted. */
export const decryptReport = (secret: string, report: StolenBike) => ({
  ...decryptNumbers(secret, report.id, report),
  gdNumber:
    report.gdNumberEncrypted === null
      ? null
      : decryptNumber(secret, { kind: 'gd', ownerId: report.id, encrypted: report.gdNumberEncrypted }),
  policeStation: report.policeStation,
  gdOn: report.gdOn,
})

const toOwnReport = (secret: string, report: StolenBike) => ({
  _id: report.id,
  ...decryptReport(secret, report),
  state: report.state,
  reason: report.reason,
  reportedAt: report.reportedAt.toISOString(),
  fileId: report.fileId,
})

/** The member's own reports, the newest first. */
export const listOwnReports = async (
  { db, secret }: Pick<StolenDeps, 'db' | 'secret'>,
  me: Member,
  query: { limit?: string | undefined; cursor?: string | undefined },
) => {
  const limit = parseLimit(query)
  const before = query.cursor === undefined ? undefined : lt(stolenBikes.id, parseCursorId(query.cursor))
  const rows = await db
    .select()
    .from(stolenBikes)
    .where(and(eq(stolenBikes.reporterId, me.id), before))
    .orderBy(desc(stolenBikes.id))
    .limit(limit + 1)
  return toPage(
    rows.map((row) => toOwnReport(secret, row)),
    limit,
    ({ _id }) => _id,
  )
}

/** Takes an own report back: nothing waits for it any more. Said again, it changes nothing. */
export const withdrawReport = (deps: StolenDeps, id: string, me: Member): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const { report, matches } = await lockReport(tx, id)
    if (!report || report.reporterId !== me.id || report.state === 'refused') throw new ApiError('not_found')
    if (report.state === 'withdrawn') return 0
    await tx.update(stolenBikes).set({ state: 'withdrawn', withdrawnAt: deps.now() }).where(eq(stolenBikes.id, id))
    await releaseMatches(tx, deps, { reportId: id, matches })
    return 1
  })

/** Takes the open reports of a member back who leaves; the job looks at the advertisements, and erases what they said. */
export const withdrawReportsOfMember = async (tx: Transaction, memberId: string, at: Date): Promise<void> => {
  const isOwn = eq(stolenBikes.reporterId, memberId)
  await tx
    .update(stolenBikes)
    .set({ state: 'withdrawn', withdrawnAt: at })
    .where(and(isOwn, or(eq(stolenBikes.state, 'waiting'), eq(stolenBikes.state, 'active'))))
  await tx
    .update(stolenBikes)
    .set({ gdNumberEncrypted: null, policeStation: null, fileId: null })
    .where(and(isOwn, ne(stolenBikes.state, 'waiting')))
}

const maxRows = 1_000

/** The reports of a member for their own data export. */
export const exportOwnReports = async (db: Pick<Database, 'select'>, secret: string, memberId: string) => {
  const rows = await db
    .select()
    .from(stolenBikes)
    .where(eq(stolenBikes.reporterId, memberId))
    .orderBy(stolenBikes.id)
    .limit(maxRows)
  return rows.map((row) => {
    const { fileId, ...report } = toOwnReport(secret, row)
    return { ...report, photo: fileId === null ? null : `/api/papers/files/${fileId}` }
  })
}
