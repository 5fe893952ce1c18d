// The ticks of a checklist: stored on this device at once, and sent to the server when it can be reached.
import { useCallback, useEffect, useState } from 'react'
import { useApp } from '#web/context/app-context.ts'

type Stored = { ticks: string[]; isSent: boolean }

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'ticks' in value && Array.isArray(value.ticks) && 'isSent' in value

const readStored = (key: string): Stored | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isStored(value) ? value : null
  } catch {
    // Without storage the ticks last as long as the page.
    return null
  }
}

const store = (key: string, stored: Stored): void => {
  try {
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // A full storage loses only what the server does not have yet.
  }
}

/** The ticks and a function that changes one. Unsent ones of this device win over those of the server. */
export const useTicks = (id: string, serverTicks: readonly string[]) => {
  const { client } = useApp()
  const key = `motohaat-transfer-${id}`
  const [ticks, setTicks] = useState(() => {
    const stored = readStored(key)
    return stored && !stored.isSent ? stored.ticks : [...serverTicks]
  })
  const send = useCallback(
    async (next: string[]) => {
      // Sending the whole list twice changes nothing, and the last one wins.
      const isSent = await client('PUT /transfers/:id', { params: { id }, body: { act: 'tick', ticks: next } }).then(
        () => true,
        () => false,
      )
      if (isSent && readStored(key)?.ticks.join() === next.join()) store(key, { ticks: next, isSent })
    },
    [client, id, key],
  )
  useEffect(() => {
    const sendUnsent = () => {
      const stored = readStored(key)
      if (stored && !stored.isSent) void send(stored.ticks)
    }
    sendUnsent()
    addEventListener('online', sendUnsent)
    return () => removeEventListener('online', sendUnsent)
  }, [key, send])
  const tick = (name: string, isTicked: boolean) => {
    const next = isTicked ? [...ticks, name] : ticks.filter((one) => one !== name)
    setTicks(next)
    store(key, { ticks: next, isSent: false })
    void send(next)
  }
  return { ticks, tick }
}
