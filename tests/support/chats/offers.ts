// The steps of two people who agree on a price.
import { randomUUID } from 'node:crypto'
import type { Client } from '#contract/client.ts'

/** Offers a price in Taka for a bike; the conversation begins where there is none. */
export const offerFor = async (buyer: Client, bike: { id: string }, price: number) => {
  const { chatId, message } = await buyer('POST /offers', {
    body: { productId: bike.id, price, clientId: randomUUID() },
  })
  return { chatId, offerId: message.offer?._id ?? '', offer: message.offer }
}

/** Offers a price in Taka in a conversation. */
export const offerIn = async (member: Client, chatId: string, price: number) => {
  const { offer } = await member('POST /chats/:id/offers', {
    params: { id: chatId },
    body: { price, clientId: randomUUID() },
  })
  return { chatId, offerId: offer?._id ?? '', offer }
}

export const answer = (member: Client, offerId: string, act: 'accept' | 'refuse' | 'withdraw') =>
  member('PUT /offers/:id', { params: { id: offerId }, body: { act } })

/** The states of the offers of a conversation, the oldest first. */
export const readStates = async (member: Client, chatId: string) =>
  (await member('GET /chats/:id/messages', { params: { id: chatId } }))
    .flatMap(({ offer }) => (offer ? [offer.state] : []))
    .toReversed()

/** Books at the price of an accepted offer. */
export const bookAt = (
  buyer: Client,
  { bike, offerId, price }: { bike: { id: string }; offerId: string; price: number },
) =>
  buyer('POST /bookings', {
    body: {
      contactNumber: '01712345678',
      meetingLocation: 'Farmgate',
      salePrice: price,
      producId: bike.id,
      offerId,
    },
  })
