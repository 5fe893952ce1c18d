// What the form of a bike opens with when the bike is edited, and what it sends.
import { expect, test } from 'vitest'
import { editedBike as bike } from '#tests/support/deals/edited-bike.ts'
import { normalizeTelephone } from '#contract/text.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { toProductBody, toProductDraft } from './product-body.ts'

const photos = { image: bike.image, moreImages: [] }

test('the prices and kilometres of a bike that is edited are in groups of lakh and thousand, and are sent as they were', () => {
  const draft = toProductDraft(bike, String)
  expect(draft).toMatchObject({
    salePrice: '1,82,000',
    originalPrice: '2,39,950',
    purchaseTime: '2021',
    kilometres: '22,000',
  })
  const sent = toProductBody(draft, photos)
  expect(sent).toMatchObject({ salePrice: 182_000, originalPrice: 239_950, purchaseTime: 2021, kilometres: 22_000 })
})

test('its numbers are in the digits of the language of the page, and are sent as they were', () => {
  const draft = toProductDraft(bike, banglaFormat.digits)
  expect(draft).toMatchObject({
    salePrice: '১,৮২,০০০',
    originalPrice: '২,৩৯,৯৫০',
    purchaseTime: '২০২১',
    kilometres: '২২,০০০',
    contactNumber: '০১৭০০-০০০১০১',
    productName: bike.productName,
  })
  expect(toProductBody(draft, photos)).toEqual({
    ...toProductBody(toProductDraft(bike, String), photos),
    contactNumber: draft.contactNumber,
  })
  expect(normalizeTelephone(draft.contactNumber)).toBe(normalizeTelephone(bike.contactNumber))
})
