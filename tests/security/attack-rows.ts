// The table of attempts: who asks what, and which answer is safe. Each row is a test, and none may have an effect.
import { expect, test } from 'vitest'
import { type Actor, type TestResponse, type SecurityTestApp, type RequestOptions } from './security-test-app.ts'
import type { AttackId } from './catalogue.ts'
import { expectErrorResponse } from './response-checks.ts'

/** `[404, 'not_found']`, or the status alone. */
type ExpectedError = number | readonly [status: number, code: string]

export type Row = {
  id: AttackId
  what: string
  /** Each actor with the refusal that they must read. */
  answers: Partial<Record<Actor, ExpectedError>>
  /** 'PUT /users/:id', a call of the contract. */
  call: string
  /** What is sent; asked for when the shop is open, since ids are known only then. */
  send?: (testApp: SecurityTestApp) => RequestOptions | RequestOptions[]
}

const actors = ['V', 'B1', 'B2', 'S1', 'S2', 'A'] as const satisfies Actor[]

const toComparable = ({ status, code }: TestResponse, expected: ExpectedError) =>
  typeof expected === 'number' ? status : [status, code]

/** Makes every row a test: each actor sends all that the row names, reads the refusal, and nothing changes. */
export const defineAttackTests = (getTestApp: () => SecurityTestApp, table: readonly Row[]): void => {
  for (const { id, what, answers, call, send = () => ({}) } of table) {
    test(`${id} ${what}`, async () => {
      const testApp = getTestApp()
      await testApp.expectUnchanged(async () => {
        for (const actor of actors) {
          const expected = answers[actor]
          if (expected === undefined) continue
          for (const options of [send(testApp)].flat()) {
            const answer = await testApp.call(actor, call, options)
            expect(toComparable(answer, expected), `${actor} ${call} ${JSON.stringify(options).slice(0, 200)}`).toEqual(
              expected,
            )
            expectErrorResponse(answer)
          }
        }
      })
    })
  }
}
