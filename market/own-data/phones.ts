// The export of a member's proven mobile number, and of where the newest code was sent.
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ownDataCalls } from '#contract/auth/own-data.ts'
import type { Database } from '#platform/database/database.ts'
import { phoneCodes, phoneProofs } from '#market/schema/people/phone-proofs.ts'

type DataExport = z.input<(typeof ownDataCalls)['GET /auth/export']['response']>

export const findPhone = async (
  db: Pick<Database, 'select'>,
  memberId: string,
): Promise<Pick<DataExport, 'phoneProof' | 'phoneCode'>> => {
  const [proof] = await db.select().from(phoneProofs).where(eq(phoneProofs.memberId, memberId))
  const [code] = await db.select().from(phoneCodes).where(eq(phoneCodes.memberId, memberId))
  return {
    phoneProof: proof ? { number: proof.number, provenAt: proof.provenAt.toISOString() } : null,
    phoneCode: code
      ? { number: code.number, sentAt: code.sentAt.toISOString(), expiresAt: code.expiresAt.toISOString() }
      : null,
  }
}
