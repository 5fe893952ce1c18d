// Deals that ended in a sale, with two sides who can rate each other.
import { book, type BuyerClient } from '../buying.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '../selling.ts'
import type { TestApp } from '../test-app.ts'

/** Four facts that say yes. */
export const allFine = { asDescribed: true, onTime: true, papersReady: true, friendly: true } as const

export type Sale = {
  buyer: MemberClient
  seller: MemberClient
  sellerId: string
  params: { id: string }
}

type People = { buyer?: MemberClient; seller?: MemberClient; bike?: { id: string; salePriceTaka: number } }

/** A seller says that a buyer bought a bike for cash; the buyer has not answered yet. */
export const claimCashSale = async (testApp: TestApp, people: People = {}): Promise<Sale> => {
  const seller = people.seller ?? (await registerMember(testApp, 'Seller', 'Rahim Uddin'))
  const buyer = people.buyer ?? (await registerMember(testApp, 'Buyer', 'Karim Ali'))
  const order = await book(buyer as BuyerClient, people.bike ?? (await createListing(testApp, seller)))
  const params = { id: order.bookingId }
  await seller('PUT /deals/:id/outcome', { params, body: { outcome: 'bought_for_cash' } })
  return { buyer, seller, sellerId: await getMemberId(testApp, seller), params }
}

/** A sale for cash that both confirmed. */
export const createCashSale = async (testApp: TestApp, people: People = {}): Promise<Sale> => {
  const sale = await claimCashSale(testApp, people)
  await sale.buyer('PUT /deals/:id/outcome', { params: sale.params, body: { outcome: 'bought_for_cash' } })
  return sale
}
