// Spec §9: sizes and durations.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The value of a token; rem is converted to px at the default font size. */
const readToken = (name: string): string | undefined =>
  new RegExp(`--${name}:\\s*([\\d.]+)(rem|ms)`)
    .exec(tokens)
    ?.slice(1)
    .reduce((value, unit) => (unit === 'rem' ? `${Number(value) * 16}px` : `${value}${unit}`))

test('the breakpoints are sm 576, md 768, lg 992, xl 1200 and xxl 1400 px', () => {
  const all = ['sm', 'md', 'lg', 'xl', 'xxl'].map((name) => readToken(`breakpoint-${name}`))
  expect(all).toEqual(['576px', '768px', '992px', '1200px', '1400px'])
})

test('a collapse takes 300 ms', () => {
  expect(readToken('motion-collapse')).toBe('300ms')
})

test('the carousel is 450 px tall, the images of cards 200 px, and thumbnails are 100 px wide', () => {
  expect(['slide', 'card-image', 'thumb'].map((name) => readToken(`size-${name}`))).toEqual(['450px', '200px', '100px'])
})
