// The answers of a checklist: on this device at once, and on the server when it can be reached.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type InspectionPoint, inspectionPoints } from '#contract/inspections/points.ts'
import { ApiResponseError } from '#contract/client.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { createAnswerSender, type SendResult } from './answer-sender.ts'
import type { Inspection } from './inspection-types.ts'
import { type Answer, type Answers, createUnsentStore, type Unsent } from './unsent-answers.ts'
import { useIsOffline } from './use-is-offline.ts'

/** What the API takes: words only of what is worn or bad. */
export const toAnswersBody = ({ answers, kilometres }: Unsent) => ({
  answers: inspectionPoints.flatMap((point) => {
    const { mark, note } = answers[point] ?? {}
    if (mark === undefined) return []
    return [{ point, mark, note: hasWords(mark) && note?.trim() ? note : null }]
  }),
  ...(kilometres !== null && { kilometres: kilometres.value }),
})

export type AnswersBody = ReturnType<typeof toAnswersBody>

/** Whether a line for words belongs to this mark. */
export const hasWords = (mark: Answer['mark'] | undefined): boolean => mark === 'worn' || mark === 'bad'

// A server that is busy, or a session that has ended, takes them later.
const isForLater = (error: unknown): boolean =>
  !(error instanceof ApiResponseError) || error.status >= 500 || error.status === 401 || error.status === 429

const toResult = (error: unknown): SendResult => {
  // Throws what is a bug.
  toDisplayError(error)
  return isForLater(error) ? 'kept' : 'refused'
}

type Typed = { answers: Answers; kilometres: number | null }

/** The answers of the server, with those of this device that it does not have yet. */
export const mergeAnswers = (inspection: Pick<Inspection, 'answers' | 'kilometres'>, unsent: Unsent): Typed => ({
  answers: {
    ...Object.fromEntries(inspection.answers.map(({ point, mark, note }) => [point, { mark, note: note ?? '' }])),
    ...unsent.answers,
  },
  kilometres: unsent.kilometres ? unsent.kilometres.value : inspection.kilometres,
})

type Options = {
  /** Where the unsent answers are on this device. */
  storageKey: string
  inspection: Inspection
  send: (body: AnswersBody) => Promise<unknown>
}

/** The answers, functions that change them, and how far they are saved. Render the component anew for another inspection. */
export const useAnswers = ({ storageKey, inspection, send }: Options) => {
  const [{ store, sender }] = useState(() => {
    const created = createUnsentStore(storageKey)
    const sendUnsent = (unsent: Unsent) => send(toAnswersBody(unsent)).then((): SendResult => 'sent', toResult)
    return { store: created, sender: createAnswerSender(created, sendUnsent) }
  })
  const [typed, setTyped] = useState(() => mergeAnswers(inspection, store.read()))
  const sendState = useSyncExternalStore(sender.subscribe, sender.getState, () => 'sent' as const)
  const isOffline = useIsOffline()
  useEffect(() => {
    if (!isOffline) void sender.flush()
  }, [sender, isOffline])
  const add = (unsent: Unsent) => {
    store.add(unsent)
    void sender.flush()
  }
  return {
    ...typed,
    sendState,
    flush: sender.flush,
    answer: (point: InspectionPoint, answer: Answer) => {
      setTyped(({ answers, kilometres }) => ({ answers: { ...answers, [point]: answer }, kilometres }))
      add({ answers: { [point]: answer }, kilometres: null })
    },
    setKilometres: (kilometres: number | null) => {
      setTyped(({ answers }) => ({ answers, kilometres }))
      add({ answers: {}, kilometres: { value: kilometres } })
    },
  }
}

export type AnswersOnDevice = ReturnType<typeof useAnswers>
