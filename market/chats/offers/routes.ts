// The endpoints of offers.
import { and, eq, isNull } from 'drizzle-orm'
import type { offerCalls } from '#contract/chats/offer-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import type { Side } from '#market/chats/may-write.ts'
import type { ChatMessage } from '#market/schema/deals/chats.ts'
import { listMessages, toMessageView } from '#market/chats/views.ts'
import type { Member } from '#market/schema/people/members.ts'
import { answerOffer } from './answering.ts'
import { closeOffersOfBike } from '#market/deals/closed-offers.ts'
import { encryptFloor, findOfferSettings } from './floors.ts'
import { beginOffer, makeOffer, type OffersDeps } from './making.ts'
import { isInRange } from './may-offer.ts'
import { bikeOfferSettings } from '#market/schema/deals/offers.ts'

/** The stored offer as a message of its conversation. */
const readMessage = async (
  { db, now }: OffersDeps,
  { message, side }: { message: ChatMessage; side: Side },
): Promise<ReturnType<typeof toMessageView>> => {
  const { chatId, number } = message
  const [row] = await listMessages(db, { chatId, before: number + 1, limit: 1 })
  if (!row) throw new ApiError('not_found')
  return toMessageView(row, side, now())
}

const isOwnOnSale = (me: Member, id: string) =>
  and(eq(bikes.id, id), eq(bikes.sellerId, me.id), isNull(bikes.soldAt), isNull(bikes.withdrawnAt))

const getSettings = async (deps: OffersDeps, me: Member, id: string) => {
  const columns = { productName: bikes.name, price: bikes.salePriceTaka }
  const [bike] = await deps.db.select(columns).from(bikes).where(isOwnOnSale(me, id))
  if (!bike) throw new ApiError('not_found')
  const { isPriceFixed, floorTaka } = await findOfferSettings(deps.db, deps, id)
  return { ...bike, isPriceFixed, floor: floorTaka }
}

type Settings = { isPriceFixed: boolean; floor: number | null }

const saveSettings = async (tx: Transaction, deps: OffersDeps, bikeId: string, { isPriceFixed, floor }: Settings) => {
  const row = {
    isPriceFixed,
    floorEncrypted: floor === null ? null : encryptFloor(deps, { bikeId, floorTaka: floor }),
    changedAt: deps.now(),
  }
  await tx
    .insert(bikeOfferSettings)
    .values({ bikeId, ...row })
    .onConflictDoUpdate({ target: bikeOfferSettings.bikeId, set: row })
}

/** Offers that are open stay open when a floor is set; a fixed price closes them. */
const changeSettings = (deps: OffersDeps, me: Member, id: string, settings: Settings): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const [bike] = await tx
      .select({ salePriceTaka: bikes.salePriceTaka })
      .from(bikes)
      .where(isOwnOnSale(me, id))
      .for('no key update')
    if (!bike) throw new ApiError('not_found')
    const { isPriceFixed, floor } = settings
    if (isPriceFixed && floor !== null) throw new ApiError('price_fixed')
    if (floor !== null && !isInRange(floor, bike.salePriceTaka))
      throw new ApiError('offer_out_of_range', { salePrice: bike.salePriceTaka })
    await saveSettings(tx, deps, id, settings)
    if (isPriceFixed) await closeOffersOfBike(tx, deps, { bikeId: id })
    return 1
  })

/** The endpoints of offers. */
export const offerRoutes = (deps: OffersDeps): Handlers<typeof offerCalls, Member> => ({
  'POST /offers': async ({ me, body: { productId, price, clientId } }) => {
    const made = await beginOffer(deps, { memberId: me.id, bikeId: productId, priceTaka: price, clientId })
    return { chatId: made.message.chatId, message: await readMessage(deps, made) }
  },
  'POST /chats/:id/offers': async ({ me, params, body: { price, clientId } }) =>
    readMessage(deps, await makeOffer(deps, { memberId: me.id, chatId: params.id, priceTaka: price, clientId })),
  'PUT /offers/:id': ({ me, params, body }) =>
    answerOffer(deps, { act: body.act, memberId: me.id, offerId: params.id }),
  'GET /allbikes/myproduct/:id/offers': ({ me, params }) => getSettings(deps, me, params.id),
  'PUT /allbikes/myproduct/:id/offers': async ({ me, params, body }) => ({
    modifiedCount: await changeSettings(deps, me, params.id, body),
  }),
})
