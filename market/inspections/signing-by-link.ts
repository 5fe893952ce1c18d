// Who signs an inspection by the link for a mechanic, and whether it may be the seller.
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#platform/database/database.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { hashNumber } from '#market/members/removed-numbers.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { inspections } from '#market/schema/bikes/inspections.ts'
import { members } from '#market/schema/people/members.ts'
import { phoneProofs } from '#market/schema/people/phone-proofs.ts'
import { findByToken, lockByToken } from './invitations.ts'
import { lockInspectedBike, sign, type SigningDeps } from './signing.ts'

export type SigningByLinkDeps = SigningDeps & {
  /** The browser of the request, if the member with this e-mail address has logged in with it. */
  findKnownDevice: (request: FastifyRequest, email: string) => Promise<string | null>
}

/** Whether the seller of the bike has logged in with the browser of this request. */
const isBrowserOfSeller = async ({ db, findKnownDevice }: SigningByLinkDeps, request: FastifyRequest, id: string) => {
  const [seller] = await db
    .select({ email: members.email })
    .from(inspections)
    .innerJoin(bikes, eq(bikes.id, inspections.bikeId))
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(eq(inspections.id, id))
  return seller !== undefined && (await findKnownDevice(request, seller.email)) !== null
}

/** Whether the seller of the bike has this mobile number: in an advertisement, or proven. The number is not stored. */
const isNumberOfSeller = async (
  tx: Transaction,
  { bikeId, contactNumber }: { bikeId: string; contactNumber: string },
): Promise<boolean> => {
  const ofSeller = sql`(select seller_id from bikes where id = ${bikeId})`
  const advertised = await tx
    .selectDistinct({ number: bikes.contactNumber })
    .from(bikes)
    .where(sql`${bikes.sellerId} = ${ofSeller}`)
    .limit(1_000)
  const proven = await tx
    .select({ number: phoneProofs.number })
    .from(phoneProofs)
    .where(sql`${phoneProofs.memberId} = ${ofSeller}`)
  return [...advertised, ...proven].some(({ number }) => hashNumber(number) === hashNumber(contactNumber))
}

type Signature = { token: string; name: string; workshop?: string | null | undefined; contactNumber: string }

/** A mechanic signs with a link. With the number or the browser of the seller the report is suspicious. */
export const signAsMechanic = async (deps: SigningByLinkDeps, request: FastifyRequest, body: Signature) => {
  const id = await findByToken(deps.db, body.token, deps.now())
  const isSameBrowser = await isBrowserOfSeller(deps, request, id)
  return deps.db.transaction(async (tx) => {
    await lockInspectedBike(tx, id)
    const inspection = await lockByToken(tx, body.token, deps.now())
    const isSameNumber = await isNumberOfSeller(tx, { bikeId: inspection.bikeId, contactNumber: body.contactNumber })
    const suspicion = isSameNumber
      ? ('number_of_seller' as const)
      : isSameBrowser
        ? ('browser_of_seller' as const)
        : null
    return sign(deps, tx, inspection, {
      mechanicName: maskContactDetails(body.name),
      workshop: body.workshop ? maskContactDetails(body.workshop) : null,
      suspicion,
    })
  })
}
