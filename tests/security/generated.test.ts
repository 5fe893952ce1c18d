// Attempts that are made from the contract itself: each call, each field, each word of an address.
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { calls, createValidValue, createValidBody, getAllowedActor, toObjectSchema } from './contract-schemas.ts'
import { testEachCall } from '#tests/support/run-length.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

/** Who may make a call, so that the request passes the access check. */

const callsWithBody = calls.filter(([, call]) => call.body && call.access !== 'provider').map(([name]) => name)
/** A value that fits the field, as well as can be told from its schema. */
/** The status of the response to a body, and the field it names. */
const sendBody = async (name: string, call: Call, body: unknown) => {
  const answer = await testApp.call(getAllowedActor(call), name, { body })
  return { ...answer, field: /"field":"((?:[^"\\]|\\.)*)"/.exec(answer.text)?.[1] }
}

describe('every call that takes a body', () => {
  const unknownFields = [
    'role',
    'isAdmin',
    '_id',
    'paid ',
    'x'.repeat(300),
    '$where',
    'constructor',
    '__proto__',
    'a[b]',
  ]

  testEachCall('A143 %s takes no field that it does not name', callsWithBody, async (name, call) => {
    const known = new Set(Object.keys(toObjectSchema(call.body).properties ?? {}))
    await testApp.expectUnchanged(async () => {
      for (const unknownField of unknownFields.filter((one) => !known.has(one))) {
        const raw = `{${JSON.stringify(unknownField)}:true${Object.entries(createValidBody(call))
          .map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`)
          .join('')}}`
        const answer = await testApp.call(getAllowedActor(call), name, { raw })
        expect([name, unknownField, answer.status, answer.code]).toEqual([name, unknownField, 400, 'bad_request'])
      }
    })
    expect('isAdmin' in {}).toBe(false)
  })

  testEachCall('A149 %s takes no field in another kind than its own', callsWithBody, async (name, call) => {
    const { properties = {} } = toObjectSchema(call.body)
    await testApp.expectUnchanged(async () => {
      for (const [field, schema] of Object.entries(properties)) {
        const types = [schema, ...(schema.anyOf ?? [])].flatMap((one) => one.type ?? [])
        const others: [string, unknown][] = [
          ['array', [createValidValue(schema)]],
          ['object', { $gt: '' }],
          ['object', { toString: 1 }],
          ['boolean', false],
          ['integer', 1.5],
          ['string', '\0'],
        ]
        for (const [type, value] of others) {
          if (types.includes(type) && type !== 'string') continue
          const answer = await sendBody(name, call, { ...createValidBody(call), [field]: value })
          const isNul = type === 'string'
          expect([name, field, type, isNul ? answer.status >= 400 && answer.status < 500 : answer.status]).toEqual([
            name,
            field,
            type,
            isNul || 400,
          ])
        }
      }
    })
  })

  testEachCall('A147 %s reads JSON and nothing else', callsWithBody, async (name, call) => {
    const raw = JSON.stringify(createValidBody(call))
    await testApp.expectUnchanged(async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/json',
      ]) {
        const { status } = await testApp.call(getAllowedActor(call), name, { raw, headers: { 'content-type': type } })
        expect([name, type, status]).toEqual([name, type, 415])
      }
    })
  })

  testEachCall('A161 %s answers fifty thousand signs in any field at once', callsWithBody, async (name, call) => {
    const { properties = {} } = toObjectSchema(call.body)
    const texts = Object.keys(properties).filter(
      (field) => properties[field]?.type === 'string' || properties[field]?.anyOf,
    )
    if (texts.length === 0) return
    const patterns = ['a', 'a@', 'a.', '(', 'https://a.']
    // All fields are looked at even when one is wrong, so one request tries every pattern of the call.
    for (const pattern of patterns) {
      const value = `${pattern.repeat(Math.ceil(50_000 / pattern.length / texts.length))}@`
      const raw = JSON.stringify({
        ...createValidBody(call),
        ...Object.fromEntries(texts.map((field) => [field, value])),
      })
      const answer = await testApp.call(getAllowedActor(call), name, { raw })
      expect([name, pattern, [400, 413].includes(answer.status)]).toEqual([name, pattern, true])
    }
  })
})
