// Sends the answers of an inspection, one request after the other, so that an older answer never overwrites a newer one.
import { isNothing, type Unsent, type UnsentStore } from './unsent-answers.ts'

/** `kept`: on this device only, until there is a connection. `refused`: the server does not take it. */
export type SendState = 'sent' | 'sending' | 'kept' | 'refused'
export type SendResult = Exclude<SendState, 'sending'>

/** @param send must not reject */
export const createAnswerSender = (store: UnsentStore, send: (unsent: Unsent) => Promise<SendResult>) => {
  let state: SendState = isNothing(store.read()) ? 'sent' : 'kept'
  let current: Promise<SendResult> | null = null
  const listeners = new Set<() => void>()
  const setState = (next: SendState): void => {
    if (state === next) return
    state = next
    for (const listener of listeners) listener()
  }
  const sendAll = async (): Promise<SendResult> => {
    let result: SendResult = 'sent'
    for (let unsent = store.read(); result === 'sent' && !isNothing(unsent); unsent = store.read()) {
      setState('sending')
      result = await send(unsent)
      if (result === 'sent') store.remove(unsent)
    }
    // At once, so that an answer that is given next is sent too.
    current = null
    setState(result)
    return result
  }
  return {
    getState: (): SendState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sends what is not sent yet, if anything; returns how that ended. */
    flush: (): Promise<SendResult> => (current ??= Promise.resolve().then(sendAll)),
  }
}
