// The endpoints of inspections.
import { and, eq } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { inspectionCalls } from '#contract/inspections/inspection-calls.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { beginInspection, deleteDraft, findBikeBySlug, saveAnswers } from './drafts.ts'
import {
  findByToken,
  type InvitationDeps,
  inviteMechanic,
  listInvitations,
  lockByToken,
  revokeInvitation,
} from './invitations.ts'
import { findOwnSide, isOfAuthor, lockInspection, lockWriter } from './access.ts'
import { lockInspectedBike, sign } from './signing.ts'
import { signAsMechanic, type SigningByLinkDeps } from './signing-by-link.ts'
import { inspections } from '#market/schema/bikes/inspections.ts'
import { findInspection, isReadableBy, listInspections, type Reader, toDetails } from './views.ts'

export type InspectionRouteDeps = SigningByLinkDeps & InvitationDeps & { isAdmin: (me: Member) => boolean }

const listOfBike = async ({ db, now, isAdmin }: InspectionRouteDeps, slug: string, me: Member | null) => {
  const bike = await findBikeBySlug(db, slug)
  const reader = toReader(me, isAdmin)
  const at = now()
  const side = me ? await findOwnSide(db, { bikeId: bike.id, memberId: me.id, now: at }) : null
  const found = await listInspections(db, bike.id, reader)
  // A hidden or withdrawn bike has no page for strangers.
  const isShown = !bike.withdrawnAt && !bike.hiddenAt
  if (!isShown && !side && bike.sellerId !== me?.id && found.length === 0) throw new ApiError('not_found')
  return {
    productName: bike.name,
    condition: bike.condition,
    mayMake: side?.kind ?? null,
    side: bike.sellerId === me?.id ? ('seller' as const) : side && ('buyer' as const),
    inspections: found,
    invitations: me ? await listInvitations(db, { bikeId: bike.id, memberId: me.id, now: at }) : [],
  }
}

const toReader = (me: Member | null, isAdmin: InspectionRouteDeps['isAdmin']): Reader =>
  me && { id: me.id, isAdmin: me.role === 'Admin' && isAdmin(me) }

const getInspection = async ({ db, isAdmin }: InspectionRouteDeps, id: string, me: Member | null) => {
  const reader = toReader(me, isAdmin)
  const row = await findInspection(db, and(eq(inspections.id, id), isReadableBy(reader)))
  if (!row) throw new ApiError('not_found')
  return toDetails(db, row, reader)
}

const signOwn = (deps: InspectionRouteDeps, id: string, me: Member) =>
  deps.db.transaction(async (tx) => {
    await lockInspectedBike(tx, id)
    await lockWriter(tx, me.id)
    return sign(deps, tx, await lockInspection(tx, id, isOfAuthor(me.id)))
  })

const openLink = async ({ db, now }: InspectionRouteDeps, token: string) => {
  const row = await findInspection(db, eq(inspections.id, await findByToken(db, token, now())))
  if (!row) throw new ApiError('not_found')
  const details = await toDetails(db, row, null)
  return { ...details, isMine: details.state === 'draft' }
}

/** The endpoints of inspections. */
export const inspectionRoutes = (deps: InspectionRouteDeps): Handlers<typeof inspectionCalls, Member> => ({
  'GET /bikes/:slug/inspections': ({ params, me }) => listOfBike(deps, params.slug, me),
  'POST /bikes/:slug/inspections': async ({ params, me, request }) => ({
    insertedId: await beginInspection(deps, {
      slug: params.slug,
      memberId: me.id,
      idempotencyKey: getIdempotencyKey(request),
    }),
  }),
  'GET /inspections/:id': ({ params, me }) => getInspection(deps, params.id, me),
  'PUT /inspections/:id/answers': ({ params, me, body }) =>
    deps.db.transaction(async (tx) => ({
      modifiedCount: await saveAnswers(tx, await lockInspection(tx, params.id, isOfAuthor(me.id)), body),
    })),
  'POST /inspections/:id/sign': ({ params, me }) => signOwn(deps, params.id, me),
  'DELETE /inspections/:id': async ({ params, me }) => {
    await deleteDraft(deps, params.id, isOfAuthor(me.id))
    return { deletedCount: 1 }
  },
  'POST /bikes/:slug/inspections/invitations': ({ params, me }) =>
    inviteMechanic(deps, { slug: params.slug, memberId: me.id }),
  'DELETE /inspections/:id/invitation': async ({ params, me }) => ({
    deletedCount: await revokeInvitation(deps, { id: params.id, memberId: me.id }),
  }),
  'POST /mechanic-inspections/open': ({ body }) => openLink(deps, body.token),
  'POST /mechanic-inspections/answers': ({ body: { token, ...answers } }) =>
    deps.db.transaction(async (tx) => ({
      modifiedCount: await saveAnswers(tx, await lockByToken(tx, token, deps.now()), answers),
    })),
  'POST /mechanic-inspections/sign': ({ body, request }) => signAsMechanic(deps, request, body),
})
