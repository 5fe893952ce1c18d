// The part of a bike's page that tells about its seller.
import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml } from '#tests/support/deals/read-page.ts'
import { BikeSeller } from './bike-seller.tsx'

type Bike = ComponentProps<typeof BikeSeller>['bike']

test('links that say "the seller" end at the part about the seller', () => {
  const seller = { _id: null, memberSince: '2026-01-01T00:00:00.000Z', sold: 0, answers: null, badge: null }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what this part reads
  const bike = { _id: '1', slug: 'bike', sellerName: 'Rahim Uddin', contactNumber: null, seller } as unknown as Bike
  expect(readHtml(() => createElement(BikeSeller, { bike }), null)).toMatch(/<section[^>]* id="seller"/)
})
