import type { z } from 'zod'
import type { FoundBike } from '#contract/search.ts'
import { useMessages } from '#web/context/app-context.ts'

/** What a card says of the papers and of inspections; nothing where a list does not tell. */
export type Marked = Partial<Pick<z.output<typeof FoundBike>, 'papersLevel' | 'isInspected'>>

/** The marks of a bike that are true, each with its colour: green is only what Motohaat has checked. */
export const listMarks = ({ papersLevel, isInspected }: Marked) =>
  (
    [
      ['papersComplete', 'good', papersLevel === 'complete'],
      ['unregistered', 'plain', papersLevel === 'unregistered'],
      ['inspected', 'info', isInspected],
    ] as const
  ).filter(([, , isTrue]) => isTrue)

/** The badges of a bike: papers that are complete, no registration, an inspection. */
export const BikeMarks = ({ of: bike }: { of: Marked }) => {
  const { card } = useMessages()
  return listMarks(bike).map(([mark, colour]) => (
    <span key={mark} className={`badge badge--${colour}`}>
      {card[mark]}
    </span>
  ))
}
