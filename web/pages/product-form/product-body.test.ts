// What the form of a bike opens with when the bike is edited, and what it sends.
import { expect, test } from 'vitest'
import { editedBike as bike } from '#tests/support/deals/edited-bike.ts'
import { toProductBody, toProductDraft } from './product-body.ts'

test('the prices of a bike that is edited are in groups of lakh and thousand, and are sent as they were', () => {
  const draft = toProductDraft(bike)
  expect(draft).toMatchObject({ salePrice: '1,82,000', originalPrice: '2,39,950', purchaseTime: '2021' })
  const sent = toProductBody(draft, { image: bike.image, moreImages: [] })
  expect(sent).toMatchObject({ salePrice: 182_000, originalPrice: 239_950, purchaseTime: 2021, kilometres: 22_000 })
})
