// Which papers make a bike's "complete": each answer is tried when Motohaat has checked all of them.
import { expect, test } from 'vitest'
import type { PaperAnswer, PaperKind, PapersLevel } from '#contract/papers/paper-kinds.ts'
import { completePapers, decide, getPaperId, showPaper } from '#tests/support/papers/papers.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const changes: [kind: PaperKind, said: PaperAnswer, level: PapersLevel][] = [
  ['registration', 'family', 'mostly'],
  ['registration', 'earlier_owner', 'mostly'],
  ['registration', 'none', 'unregistered'],
  ['tax_token', 'none', 'mostly'],
  ['plate', 'ordered', 'mostly'],
  ['plate', 'none', 'mostly'],
  ['loan', 'running', 'mostly'],
  ['loan', 'released', 'complete'],
]

test('complete needs the own name, a valid tax token, a plate, no loan, and all of it checked', async () => {
  const testApp = await createTestApp({ clock: { now: new Date('2026-11-03T10:00:00+06:00') } })
  const seller = await registerMember(testApp, 'Seller')
  const imran = await testApp.signInAs('imran')
  const { id: bikeId } = await createListing(testApp, seller)
  const readLevel = async () => (await seller('GET /allbikes/myproduct/:id/papers', { params: { id: bikeId } })).level
  const complete = completePapers('2027-03-31')
  const check = async (paper: (typeof complete)[number]) => {
    await showPaper(seller, bikeId, paper)
    await decide(testApp, imran, { bikeId, kind: paper.kind })
  }
  for (const paper of complete) {
    expect(await readLevel()).not.toBe('complete')
    await check(paper)
  }
  expect(await readLevel()).toBe('complete')
  for (const [kind, said, level] of changes) {
    const before = complete.find((paper) => paper.kind === kind)
    if (said === 'none' && kind !== 'loan')
      await seller('PUT /allbikes/myproduct/:id/papers', { params: { id: bikeId }, body: { kind, said, fileId: null } })
    else await check({ kind, said })
    expect([kind, said, await readLevel()]).toEqual([kind, said, level])
    if (before) await check(before)
    expect(await readLevel()).toBe('complete')
  }
  expect(await getPaperId(testApp, bikeId, 'purchase')).toBe('')
})
