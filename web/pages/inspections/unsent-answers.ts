// Answers of an inspection that are not on the server yet, kept on this device until they are.
import {
  type InspectionMark,
  inspectionMarks,
  type InspectionPoint,
  inspectionPoints,
} from '#contract/inspections/points.ts'
import { withFallback } from '#web/lib/with-fallback.ts'

/** What somebody chose at a point, and the words to it. */
export type Answer = { mark: InspectionMark; note: string }
export type Answers = Partial<Record<InspectionPoint, Answer>>

/** `kilometres` is null where they wait for nothing. */
export type Unsent = { answers: Answers; kilometres: { value: number | null } | null }

const nothing: Unsent = { answers: {}, kilometres: null }

export const isNothing = ({ answers, kilometres }: Unsent): boolean =>
  kilometres === null && Object.keys(answers).length === 0

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const parseAnswer = (value: unknown): Answer | null => {
  if (!isObject(value) || !('mark' in value) || !('note' in value) || typeof value.note !== 'string') return null
  const mark = inspectionMarks.find((one) => one === value.mark)
  return mark === undefined ? null : { mark, note: value.note }
}

const parseKilometres = (value: unknown): Unsent['kilometres'] => {
  if (!isObject(value) || !('value' in value)) return null
  if (value.value === null) return { value: null }
  return Number.isInteger(value.value) ? { value: Number(value.value) } : null
}

/** Parses what is stored; what cannot be read is left out. */
export const parseUnsent = (text: string | null): Unsent => {
  const stored: unknown = withFallback(() => JSON.parse(text ?? 'null'), null)
  if (!isObject(stored) || !('answers' in stored) || !isObject(stored.answers)) return nothing
  const kept = new Map<string, unknown>(Object.entries(stored.answers))
  const answers = inspectionPoints.flatMap((point) => {
    const answer = parseAnswer(kept.get(point))
    return answer ? [[point, answer] as const] : []
  })
  return {
    answers: Object.fromEntries(answers),
    kilometres: 'kilometres' in stored ? parseKilometres(stored.kilometres) : null,
  }
}

/** What stays to be sent after these answers are on the server: what was changed while they were on their way. */
const subtract = ({ answers, kilometres }: Unsent, sent: Unsent): Unsent => {
  const rest = inspectionPoints.flatMap((point) => {
    const [kept, other] = [answers[point], sent.answers[point]]
    const isSent = kept?.mark === other?.mark && kept?.note === other?.note
    return kept && !isSent ? [[point, kept] as const] : []
  })
  const hasKilometres = kilometres !== null && kilometres.value !== sent.kilometres?.value
  return { answers: Object.fromEntries(rest), kilometres: hasKilometres ? kilometres : null }
}

/** The key of an inspection on this device. Another member on the same phone has other keys; signing out removes them. */
export const toUnsentKey = (authorId: string, inspectionId: string): string =>
  `motohaat-inspection-${authorId}-${inspectionId}`

/** The unsent answers of one inspection. Without storage they last as long as the page. */
export const createUnsentStore = (key: string) => {
  let memory = nothing
  let isStored = true
  const read = (): Unsent => (isStored ? withFallback(() => parseUnsent(localStorage.getItem(key)), memory) : memory)
  const save = (unsent: Unsent): void => {
    memory = unsent
    isStored = withFallback(() => {
      if (isNothing(unsent)) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(unsent))
      return true
    }, false)
  }
  return {
    read,
    add: ({ answers, kilometres }: Unsent): void => {
      const kept = read()
      save({ answers: { ...kept.answers, ...answers }, kilometres: kilometres ?? kept.kilometres })
    },
    /** Removes what the server has now. */
    remove: (sent: Unsent): void => save(subtract(read(), sent)),
  }
}

export type UnsentStore = ReturnType<typeof createUnsentStore>
