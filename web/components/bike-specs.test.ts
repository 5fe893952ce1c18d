// The line of facts under the name of a bike.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import type { Language } from '#web/i18n/language.ts'
import { SpecLine } from './bike-specs.tsx'

const read = (registrationYear: number | null, language?: Language): string => {
  const bike = {
    name: 'Pulsar',
    brand: 'Bajaj',
    model: 'Pulsar NS160',
    engineCc: 160,
    kilometres: 12_000,
    condition: 'Good',
    usedTime: 2,
    purchaseTime: 2024,
    registrationDistrict: null,
    registrationYear,
    owners: 2,
  } as const
  return readText(() => createElement(SpecLine, { bike }), null, language)
}

test('says how old the bike is by the year of its registration, and names the year of the purchase where that is unknown', async () => {
  expect(read(2019)).toMatch(/^Registered 2019 .*12,000 km/)
  expect(read(2019)).not.toContain('2024')
  expect(read(null)).toMatch(/^Bought 2024 .*12,000 km/)
  const bangla = await loadBangla()
  expect(read(2019, bangla)).toMatch(/^নিবন্ধন ২০১৯ /)
  expect(read(null, bangla)).toMatch(/^কেনা ২০২৪ /)
})
