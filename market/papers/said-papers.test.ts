import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paperAnswers, type PaperKind, paperKinds } from '#contract/papers/paper-kinds.ts'
import { changePaper, type SaidPaper } from './said-papers.ts'

test('for every sequence of answers and checks a check ends with what was checked', () => {
  const createAnswers = (kind: PaperKind) =>
    fc.record({
      kind: fc.constant(kind),
      said: fc.constantFrom(...paperAnswers[kind]),
      fileId: fc.constantFrom(null, 'a', 'b'),
      validUntil: fc.constantFrom('2026-11-02', '2026-11-03', '2027-03-31'),
    })
  const check = fc.constant('check' as const)
  const steps = fc
    .constantFrom(...paperKinds)
    .chain((kind) => fc.array(fc.oneof(createAnswers(kind), check), { maxLength: 12 }))
  const now = new Date('2026-11-03T10:00:00+06:00')
  fc.assert(
    fc.property(steps, (acts) => {
      let paper = null as ReturnType<typeof changePaper>
      for (const act of acts) {
        const before = paper
        if (act === 'check') {
          if (paper?.state === 'shown') paper = { ...paper, state: 'checked', checkedAt: now, checkedBy: 'm' }
          continue
        }
        const step: SaidPaper = { ...act, validUntil: act.said === 'valid' ? act.validUntil : null }
        paper = changePaper(paper, step, now) ?? paper
        const isSame =
          before !== null && (['said', 'fileId', 'validUntil'] as const).every((key) => before[key] === step[key])
        if (isSame) expect(paper).toBe(before)
        else expect(paper?.state).not.toBe('checked')
        expect(paper?.state === 'expired').toBe(step.validUntil !== null && step.validUntil < '2026-11-03')
        expect(paper?.state === 'shown').toBe(
          (!isSame && step.fileId !== null && paper?.state !== 'expired') || (isSame && before.state === 'shown'),
        )
      }
    }),
  )
})
