import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { chatMessages } from '#web/i18n/en/chats.ts'
import { canAddFact, findFact } from './advertised-facts.ts'
import type { Chat } from './chat-types.ts'

/** The ready answer that the seller sent last, if it tells a fact that the advertisement does not say. */
export const useUnadvertisedFact = ({ side, productId }: Chat) => {
  const { facts } = useMessages(chatMessages)
  const { client } = useApp()
  const [text, setText] = useState<string>()
  const check = useCallback(
    async (sent: string): Promise<void> => {
      setText(undefined)
      const fact = side === 'seller' ? findFact(sent, facts) : undefined
      if (fact === undefined) return
      // The message is sent; where the bike cannot be loaded, nothing is offered.
      const bike = await client('GET /allbikes/myproduct/:id', { params: { id: productId } }).catch(() => null)
      if (bike && canAddFact(bike, fact)) setText(sent)
    },
    [client, facts, productId, side],
  )
  return { text, check }
}

/** Leads to the form of the bike, which has the text in the description then. */
export const AddToAdvertisement = ({ productId, text }: { productId: string; text: string }) => {
  const { addToAdvertisement } = useMessages(chatMessages)
  return (
    <p className="strip" role="status">
      <Link to={`/dashboard/myproducts/${productId}`} state={{ addToDescription: text }}>
        {addToAdvertisement}
      </Link>
    </p>
  )
}
