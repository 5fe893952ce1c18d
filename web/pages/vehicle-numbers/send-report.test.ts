// What is sent when a member reports a stolen bike, and what a apiError leaves.
import { expect, test } from 'vitest'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { toBangla } from '#contract/errors/bangla.ts'
import { stolenCalls } from '#contract/vehicle-numbers/stolen-calls.ts'
import { createAnsweringClient } from '#tests/support/papers/act-on-page.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { createReportSender, reportFields } from './send-report.ts'

const typed = {
  chassis: ' ME1RG5530L1500001 ',
  engine: '',
  registration: 'Dhaka Metro-Ha 15-5000',
  gdNumber: '1187',
  policeStation: 'Mirpur Model Thana',
  gdOn: '2026-10-19',
}
const createForm = (changes: Partial<typeof typed> = {}): FormData => {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...typed, ...changes })) form.set(name, text)
  return form
}
const fileId = '0199a0e0-0000-7000-8000-000000000001'
const createSender = (...answers: object[]) => {
  const { client, sent } = createAnsweringClient(...answers)
  let keys = 0
  const send = createReportSender(client, () => `key ${(keys += 1)}`)
  return { send, sent }
}
const catchError = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => null,
    (error: unknown) => error,
  )

test('a report has what was typed, no number that was left empty, and the photo, as the server takes it', async () => {
  const { send, sent } = createSender()
  expect(await send(createForm(), async () => fileId)).toBe(true)
  expect(sent).toEqual([
    {
      call: 'POST /api/stolen',
      key: 'key 1',
      body: { ...typed, chassis: 'ME1RG5530L1500001', engine: null, fileId },
    },
  ])
  expect(stolenCalls['POST /stolen'].body.safeParse(sent[0]?.body)).toMatchObject({ success: true })
})

test('without a photo nothing is sent', async () => {
  const { send, sent } = createSender()
  for (const none of [null, undefined]) expect(await send(createForm(), async () => none)).toBe(false)
  expect(sent).toEqual([])
})

test('a report that was refused, or whose answer was lost, is sent again with the same key and the same photo', async () => {
  const { send, sent } = createSender(new ApiError('phone_needed'))
  expect(await catchError(send(createForm(), async () => fileId))).toMatchObject({ code: 'phone_needed' })
  expect(await catchError(send(createForm(), async () => Promise.reject(new Error('No connection'))))).toMatchObject({
    message: 'No connection',
  })
  expect(await send(createForm({ gdNumber: '1188' }), async () => fileId)).toBe(true)
  expect(sent).toMatchObject([
    { key: 'key 1', body: { gdNumber: '1187', fileId } },
    { key: 'key 1', body: { gdNumber: '1188', fileId } },
  ])
})

test('each apiError is said with the sentence of the server, and one about the day at its field', async () => {
  for (const code of stolenCalls['POST /stolen'].errors satisfies readonly ApiErrorCode[]) {
    const apiError = new ApiError(code, code === 'day_in_future' ? { field: 'gdOn' } : {})
    const { send } = createSender(apiError)
    const shown = toDisplayError(await catchError(send(createForm(), async () => fileId)))
    expect(shown).toEqual({ message: apiError.message, ...apiError.details })
    expect(toBangla(apiError)).toMatch(/।$/)
  }
})

test('whatever the server finds wrong with what was typed is said at a field of the form', () => {
  const bad: Partial<typeof typed>[] = [
    { chassis: 'ME1' },
    { engine: '1' },
    { registration: '-' },
    { gdNumber: 'none' },
    { policeStation: '' },
    { gdOn: '' },
  ]
  const numbers = { chassis: 'ME1RG5530L1500001', engine: null, registration: null }
  const wholes = { ...typed, ...numbers, fileId }
  const found = bad.map((one) => {
    const checked = stolenCalls['POST /stolen'].body.safeParse({ ...wholes, ...one })
    return checked.error?.issues[0]?.path[0]
  })
  expect(found).toEqual([...reportFields])
  const none = stolenCalls['POST /stolen'].body.safeParse({ ...wholes, chassis: null })
  expect(none.error?.issues[0]?.path).toEqual(['chassis'])
})
