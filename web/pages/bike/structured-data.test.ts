import { describe, expect, test } from 'vitest'
import { toBreadcrumbList, toJsonLd, toMotorcycle } from './structured-data.ts'

const urls = {
  shopUrl: 'https://motohaat.example',
  pageUrl: 'https://motohaat.example/bikes/suzuki-gixxer-0123456789',
}
const bike = {
  productName: 'Suzuki Gixxer 155',
  image: '/pictures/a.webp',
  moreImages: ['/pictures/b.webp'],
  name: 'Suzuki' as const,
  brand: 'Suzuki',
  model: 'Gixxer 155',
  engineCc: 155,
  kilometres: 22_150,
  purchaseTime: 2021,
  registrationYear: 2022,
  owners: 1,
  description: 'Ridden to the office </script><script>alert(1)</script>',
  salePrice: 178_000,
  soldAt: null,
  location: 'Mirpur 10, Dhaka',
  slug: 'suzuki-gixxer-0123456789',
}
const withoutDetails = {
  model: null,
  engineCc: null,
  kilometres: null,
  registrationYear: null,
  owners: null,
  description: null,
}

describe('the structured data of a bike', () => {
  test('is a Motorcycle with an Offer in Taka, and absolute URLs', () => {
    expect(toMotorcycle(bike, urls)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Motorcycle',
      image: ['https://motohaat.example/pictures/a.webp', 'https://motohaat.example/pictures/b.webp'],
      brand: { '@type': 'Brand', name: 'Suzuki' },
      mileageFromOdometer: { value: 22_150, unitCode: 'KMT' },
      vehicleEngine: { engineDisplacement: { value: 155, unitCode: 'CMQ' } },
      vehicleModelDate: '2022',
      offers: { '@type': 'Offer', price: 178_000, priceCurrency: 'BDT', availability: 'https://schema.org/InStock' },
    })
  })

  test('leaves out unknown values, and marks a sold bike as sold', () => {
    const json = JSON.stringify(
      toMotorcycle({ ...bike, ...withoutDetails, brand: null, soldAt: '2026-11-20T04:00:00.000Z' }, urls),
    )
    expect(json).not.toMatch(/null|undefined|mileage|vehicleEngine|numberOf/)
    expect(json).toContain('https://schema.org/SoldOut')
    expect(json).toContain('"vehicleModelDate":"2021"')
  })

  test('cannot close the script element around it', () => {
    const block = toJsonLd(toMotorcycle(bike, urls))
    expect(block).not.toContain('<')
    expect(JSON.parse(block)).toEqual(toMotorcycle(bike, urls))
  })

  test('lists the breadcrumbs of the page in order', () => {
    expect(toBreadcrumbList([{ name: 'Home', url: 'https://motohaat.example/' }])).toMatchObject({
      itemListElement: [{ position: 1, name: 'Home', item: 'https://motohaat.example/' }],
    })
  })
})
