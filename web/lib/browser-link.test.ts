import { expect, test } from 'vitest'
import { parseTyped, toAndroidBrowserUrl, toTypedFragment } from './browser-link.ts'
import { splitTyped } from '#web/components/app-browser/use-auth-in-browser.ts'

test.each(['#book-r15-0123456789', ''])(
  'what was typed comes back from the fragment, beside the fragment %j',
  (fragment) => {
    const values = { name: 'নাদিয়া & "Sons" #1 &typed=', email: 'nadia+bike@example.com' }
    const split = splitTyped(toTypedFragment({ values, fragment }))
    expect(split.fragment).toBe(fragment)
    expect(parseTyped(split.typed ?? '')).toEqual(values)
  },
)

test('nothing typed leaves the fragment as it is', () => {
  expect(toTypedFragment({ values: { email: '' }, fragment: '#book-r15' })).toBe('#book-r15')
  expect(splitTyped('#book-r15')).toEqual({ fragment: '#book-r15', typed: undefined })
  expect(splitTyped('')).toEqual({ fragment: '', typed: undefined })
})

test.each(['', '%', '7', '%5B1%5D', '%5B%5B1,2%5D%5D'])(
  'a text that somebody changed (%j) fills in nothing',
  (typed) => {
    expect(parseTyped(typed)).toEqual({})
  },
)

test('the address for Android names the page, and the page itself for an app that does not know such addresses', () => {
  const url = 'https://motohaat.test/bn/login?from=%2Fbikes#&typed=x'
  expect(toAndroidBrowserUrl(url)).toBe(
    `intent://motohaat.test/bn/login?from=%2Fbikes#&typed=x#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${encodeURIComponent(url)};end`,
  )
})
