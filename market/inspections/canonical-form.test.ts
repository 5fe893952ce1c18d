import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectionMarks, inspectionPoints, type InspectionPoint, isQuickPoint } from '#contract/inspections/points.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { toCanonical } from './canonical-form.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())
describe('the canonical form', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => !one.includes('\0'))
  const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
  const content = fc.record({
    id: fc.uuid(),
    bikeId: fc.uuid(),
    kind: fc.constantFrom('seller' as const, 'buyer' as const, 'mechanic' as const),
    memberId: fc.uuid(),
    dealId: nullable(fc.uuid()),
    mechanicName: nullable(text),
    workshop: nullable(text),
    kilometres: nullable(fc.integer({ min: 0, max: 999_999 })),
    signedAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    answers: fc
      .subarray<InspectionPoint>([...inspectionPoints])
      .chain((points) =>
        fc.tuple(
          ...points.map((point) =>
            fc.record({ point: fc.constant(point), mark: fc.constantFrom(...inspectionMarks), note: nullable(text) }),
          ),
        ),
      ),
  })

  test('is one for each content, whatever the order of the answers', () => {
    fc.assert(
      fc.property(content, content, fc.nat(), (one, other, seed) => {
        const turned = one.answers.toSorted((a, b) => ((a.point.length * seed) % 7) - ((b.point.length * seed) % 7))
        expect(toCanonical({ ...one, answers: turned })).toBe(toCanonical(one))
        expect(toCanonical(other)).not.toBe(toCanonical(one))
        // What moves from one field into the next is another content.
        const name = `${one.mechanicName ?? ''}${one.workshop ?? 'x'}`
        const moved = { ...one, mechanicName: name, workshop: null }
        if (one.mechanicName !== null && one.workshop !== null) expect(toCanonical(moved)).not.toBe(toCanonical(one))
      }),
    )
  })

  test('is the same in PostgreSQL', async () => {
    const client = await testApp.db.$client.connect()
    const { rows } = await testApp.db.$client.query<{ bikeId: string; memberId: string }>(
      `select id as "bikeId", seller_id as "memberId" from bikes limit 1`,
    )
    try {
      await fc.assert(
        fc.asyncProperty(content, async (random) => {
          const one = {
            ...random,
            ...rows[0]!,
            kind: 'seller' as const,
            dealId: null,
            mechanicName: null,
            workshop: null,
          }
          await client.query('begin')
          await client.query(
            `insert into inspections (id, bike_id, kind, member_id, kilometres, created_at) values ($1, $2, $3, $4, $5, '2026-01-01')`,
            [one.id, one.bikeId, one.kind, one.memberId, one.kilometres],
          )
          const answers = random.answers.filter(({ point }) => isQuickPoint(point))
          for (const { point, mark, note } of answers)
            await client.query('insert into inspection_answers values ($1, $2, $3, $4)', [one.id, point, mark, note])
          const { rows: found } = await client.query(
            `select inspection_canonical(signed) as text from (select (jsonb_populate_record(inspections,
               jsonb_build_object('signed_at', $2::text))).* from inspections where id = $1) as signed`,
            [one.id, one.signedAt.toISOString()],
          )
          await client.query('rollback')
          expect(found[0].text).toBe(toCanonical({ ...one, answers }))
        }),
        { numRuns: 25 },
      )
    } finally {
      client.release()
    }
  })
})
