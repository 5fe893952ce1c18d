// The way from a ready answer to the advertisement.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { AddToAdvertisement } from './add-to-advertisement.tsx'

const Page = () => createElement(AddToAdvertisement, { productId: 'bike', text: 'It never had an accident.' })

test('a link leads to the form of the bike, without the text in its address', async () => {
  expect(readHtml(Page, null)).toMatch(/<a href="\/dashboard\/myproducts\/bike"/)
  expect(readText(Page, null)).toBe('Add to the advertisement?')
  expect(readText(Page, null, await loadBangla())).toBe('বিজ্ঞাপনেও লিখবেন?')
})
