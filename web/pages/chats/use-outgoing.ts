// Messages on their way. One that is not sent yet stays on the screen, and is sent again with the same id.
import { useCallback, useEffect, useRef, useState } from 'react'
import { UnreachableError } from '#contract/client.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { createId } from '#web/lib/create-id.ts'

export type Outgoing = { clientId: string; text: string; state: 'sending' | 'waiting' | 'failed'; error?: string }

/** @param send must not store the same `clientId` twice; it may be called again after any error */
export const useOutgoing = (send: (message: { clientId: string; text: string }) => Promise<void>) => {
  const [outgoing, setOutgoing] = useState<Outgoing[]>([])
  const update = useCallback(
    (clientId: string, change: Partial<Outgoing>) =>
      setOutgoing((all) => all.map((one) => (one.clientId === clientId ? { ...one, ...change } : one))),
    [],
  )
  const trySend = useCallback(
    async ({ clientId, text }: Pick<Outgoing, 'clientId' | 'text'>) => {
      try {
        await send({ clientId, text })
        setOutgoing((all) => all.filter((one) => one.clientId !== clientId))
      } catch (cause) {
        const { message: error } = toDisplayError(cause)
        update(clientId, { state: cause instanceof UnreachableError ? 'waiting' : 'failed', error })
      }
    },
    [send, update],
  )
  const retry = useCallback(
    (one: Outgoing) => {
      update(one.clientId, { state: 'sending' })
      void trySend(one)
    },
    [trySend, update],
  )
  const waiting = useRef<Outgoing[]>([])
  useEffect(() => {
    waiting.current = outgoing.filter(({ state }) => state === 'waiting')
  }, [outgoing])
  useEffect(() => {
    const sendWaiting = () => waiting.current.forEach(retry)
    addEventListener('online', sendWaiting)
    return () => removeEventListener('online', sendWaiting)
  }, [retry])
  const add = (text: string) => {
    const one: Outgoing = { clientId: createId(), text, state: 'sending' }
    setOutgoing((all) => [...all, one])
    void trySend(one)
  }
  return { outgoing, add, retry }
}
