// Messages on their way. One that is not sent yet stays on the screen, also after a reload, and is sent again with the same id.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { UnreachableError } from '#contract/client.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { createId } from '#web/lib/create-id.ts'
import { createUnsentStore } from './unsent-messages.ts'

export type Outgoing = { clientId: string; text: string; state: 'sending' | 'waiting' | 'failed'; error?: string }

/**
 * @param chatId the conversation, or before the first message the bike
 * @param send must not store the same `clientId` twice; it may be called again after any error
 */
export const useOutgoing = (chatId: string, send: (message: { clientId: string; text: string }) => Promise<void>) => {
  const store = useMemo(() => createUnsentStore(chatId), [chatId])
  const [outgoing, setOutgoing] = useState<Outgoing[]>(() => store.read().map((one) => ({ ...one, state: 'waiting' })))
  const update = useCallback(
    (clientId: string, change: Partial<Outgoing>) =>
      setOutgoing((all) => all.map((one) => (one.clientId === clientId ? { ...one, ...change } : one))),
    [],
  )
  const trySend = useCallback(
    async ({ clientId, text }: Pick<Outgoing, 'clientId' | 'text'>) => {
      try {
        await send({ clientId, text })
        store.remove(clientId)
        setOutgoing((all) => all.filter((one) => one.clientId !== clientId))
      } catch (cause) {
        const { message: error } = toDisplayError(cause)
        const isWaiting = cause instanceof UnreachableError
        // What was refused would be refused again.
        if (!isWaiting) store.remove(clientId)
        update(clientId, { state: isWaiting ? 'waiting' : 'failed', error })
      }
    },
    [send, store, update],
  )
  const retry = useCallback(
    (one: Outgoing) => {
      update(one.clientId, { state: 'sending' })
      void trySend(one)
    },
    [trySend, update],
  )
  const waiting = useRef(outgoing)
  useEffect(() => {
    waiting.current = outgoing.filter(({ state }) => state === 'waiting')
  }, [outgoing])
  useEffect(() => {
    const sendWaiting = () => waiting.current.forEach(retry)
    // What an earlier visit left.
    const timer = setTimeout(sendWaiting)
    addEventListener('online', sendWaiting)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', sendWaiting)
    }
  }, [retry])
  const add = (text: string) => {
    const one: Outgoing = { clientId: createId(), text, state: 'sending' }
    store.add(one)
    setOutgoing((all) => [...all, one])
    void trySend(one)
  }
  return { outgoing, add, retry }
}
