// What the form of a bike opens with when the bike is edited, and what it sends.
import { expect, test } from 'vitest'
import { type OwnBike, toProductBody, toProductDraft } from './product-body.ts'

const bike: OwnBike = {
  _id: 'gixxer',
  slug: 'suzuki-gixxer-155',
  productName: 'Suzuki Gixxer 155',
  salePrice: 182_000,
  originalPrice: 239_950,
  purchaseTime: 2021,
  usedTime: 5,
  condition: 'Good',
  sellerName: 'Nadia Motors',
  contactNumber: '01700-000101',
  location: 'Mirpur 10, Dhaka',
  name: 'Suzuki',
  image: '/pictures/gixxer-coal.webp',
  email: 'nadia@motohaat.test',
  date: '12/11/2026',
  time: '10:00 AM',
  status: 'available',
  verification: true,
  advertise: 'off',
  paid: false,
  version: 1,
  brand: 'Suzuki',
  model: 'Gixxer 155',
  engineCc: 155,
  kilometres: 22_000,
  registrationDistrict: 'dhaka',
  registrationYear: 2021,
  owners: 1,
  description: null,
  moreImages: [],
  prices: [],
}

test('the prices of a bike that is edited are in groups of lakh and thousand, and are sent as they were', () => {
  const draft = toProductDraft(bike)
  expect(draft).toMatchObject({ salePrice: '1,82,000', originalPrice: '2,39,950', purchaseTime: '2021' })
  const sent = toProductBody(draft, { image: bike.image, moreImages: [] })
  expect(sent).toMatchObject({ salePrice: 182_000, originalPrice: 239_950, purchaseTime: 2021, kilometres: 22_000 })
})
