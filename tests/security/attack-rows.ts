// The table of attempts: who asks what, and which answer is safe. Each row is a test, and none may have an effect.
import { expect, test } from 'vitest'
import { type Actor, type Answered, type Arena, type Asking } from './security-test-app.ts'
import type { AttackId } from './catalogue.ts'
import { expectRefusal } from './response-checks.ts'

/** `[404, 'not_found']`, or the status alone. */
type Refusal = number | readonly [status: number, code: string]

export type Row = {
  id: AttackId
  what: string
  /** Each actor with the refusal that they must read. */
  answers: Partial<Record<Actor, Refusal>>
  /** 'PUT /users/:id', a call of the contract. */
  call: string
  /** What is sent; asked for when the shop is open, since ids are known only then. */
  send?: (arena: Arena) => Asking | Asking[]
}

const actors = ['V', 'B1', 'B2', 'S1', 'S2', 'A'] as const satisfies Actor[]

const said = ({ status, code }: Answered, expected: Refusal) => (typeof expected === 'number' ? status : [status, code])

/** Makes every row a test: each actor sends all that the row names, reads the refusal, and nothing changes. */
export const attackRows = (arenaOf: () => Arena, table: readonly Row[]): void => {
  for (const { id, what, answers, call, send = () => ({}) } of table) {
    test(`${id} ${what}`, async () => {
      const arena = arenaOf()
      await arena.quietly(async () => {
        for (const actor of actors) {
          const expected = answers[actor]
          if (expected === undefined) continue
          for (const asking of [send(arena)].flat()) {
            const answer = await arena.ask(actor, call, asking)
            expect(said(answer, expected), `${actor} ${call} ${JSON.stringify(asking).slice(0, 200)}`).toEqual(expected)
            expectRefusal(answer)
          }
        }
      })
    })
  }
}
