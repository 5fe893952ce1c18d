import { expect, test } from 'vitest'
import { parsePictureHash, toPictureUrl, getPictureVariants } from './picture-sizes.ts'

const hash = '0123456789abcdef'.repeat(2)

test('an upload has three sizes, the largest at the URL itself', () => {
  expect(getPictureVariants(toPictureUrl(hash))).toEqual([
    { url: `/pictures/${hash}-320.webp`, widthPx: 320 },
    { url: `/pictures/${hash}-640.webp`, widthPx: 640 },
    { url: `/pictures/${hash}.webp`, widthPx: 1280 },
  ])
})

test('a picture of the repository has three sizes', () => {
  expect(getPictureVariants('/pictures/fzs-river.webp')).toEqual([
    { url: '/pictures/fzs-river-540.webp', widthPx: 540 },
    { url: '/pictures/fzs-river-760.webp', widthPx: 760 },
    { url: '/pictures/fzs-river.webp', widthPx: 1080 },
  ])
})

test('the pictures of demonstration bikes have two sizes, and the one of lists a third', () => {
  expect(getPictureVariants('/pictures/listing-fzs-uttara-side.webp')).toEqual([
    { url: '/pictures/listing-fzs-uttara-side-270.webp', widthPx: 270 },
    { url: '/pictures/listing-fzs-uttara-side-540.webp', widthPx: 540 },
    { url: '/pictures/listing-fzs-uttara-side.webp', widthPx: 760 },
  ])
})

test.each(['https://example.com/pictures/x.webp', '/pictures/../x.webp', '/pictures/a/b.webp', '/pictures/x.png', ''])(
  '%j is not a picture of Motohaat',
  (url) => {
    expect(getPictureVariants(url)).toEqual([])
    expect(parsePictureHash(url)).toBeNull()
  },
)

test('only the URL of an upload contains a hash', () => {
  expect(parsePictureHash(toPictureUrl(hash))).toBe(hash)
  expect(parsePictureHash('/pictures/fzs-river.webp')).toBeNull()
})
