// The page of the secret link for a mechanic.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { answered, signed } from '#tests/support/inspections/shown-inspections.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import type { Inspection } from './inspection-types.ts'
import { MechanicInspection } from './mechanic-page.tsx'

const bangla = await loadBangla()
await loadInspectionMessages(bangla)

const listLegends = (html: string) =>
  [...html.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, name]) => toText(name ?? ''))

test('a mechanic has the same checklist with a form to sign, and a link that does not work says so', () => {
  const ofMechanic: Inspection = {
    ...answered,
    kind: 'mechanic',
    by: null,
    isPublic: true,
    dealId: null,
    invitedBy: 'seller',
  }
  const readLink = (value: Inspection | null, search = '', language?: typeof bangla) =>
    readHtml(
      () => createElement(MechanicInspection, { opened: { ok: true, value }, token: 'token', onOpen: () => {} }),
      null,
      language,
      search,
    )
  expect(listLegends(readLink(ofMechanic, '?group=brakes'))).toHaveLength(6)
  const html = readLink(ofMechanic, '?group=found')
  expect([...html.matchAll(/<input[^>]*name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'kilometres',
    'name',
    'workshop',
    'contactNumber',
  ])
  expect(toText(html)).toContain('We compare it with the seller’s number and do not store it.')
  expect(toText(html)).toContain('Everybody who looks at this bike reads it.')
  expect(html).toContain('href="/?group=cold_start#token"')
  expect(toText(readLink(null))).toContain('This link does not work')
  expect(toText(readLink(null, '', bangla))).toContain('লিংকটি কাজ করছে না')
  expect(readLink({ ...signed, kind: 'mechanic' })).not.toContain('<input')
})
