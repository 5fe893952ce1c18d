// Conversations for tests.
import { randomUUID } from 'node:crypto'
import type { Client } from '#contract/client.ts'
import { createListing, registerMember } from '../selling.ts'
import { offerIn } from './offers.ts'
import type { TestApp } from '../test-app.ts'

/** Each buyer writes to a seller of their own and offers a price; nobody else is in the conversations. */
export const beginChats = async (testApp: TestApp, buyers: readonly Client[]): Promise<string[]> => {
  const ids: string[] = []
  for (const buyer of buyers) {
    const bike = await createListing(testApp, await registerMember(testApp, 'Seller'))
    const body = { productId: bike.id, text: 'Is it still there?', clientId: randomUUID() }
    const { chatId } = await buyer('POST /chats', { body })
    await offerIn(buyer, chatId, bike.salePriceTaka - 1_000)
    ids.push(chatId)
  }
  return ids
}
