// The link to a photo in the registration: folded below the button that needs no link.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import type { Language } from '#web/i18n/language.ts'
import { PhotoLink } from './photo-link.tsx'

const read = (problem?: string, language?: Language): string =>
  readHtml(() => createElement(PhotoLink, { id: 'photo', problem }), null, language)

test('the field for the link to a photo is folded, and is required and sent as ever', async () => {
  const html = read()
  expect(html).toMatch(/^<details>/)
  expect(toText(html)).toContain('Link to a photo instead Photo URL')
  expect(html).toMatch(/<input (?=[^>]*name="image")(?=[^>]*required)/)
  expect(toText(read(undefined, await loadBangla()))).toContain('ছবির বদলে লিংক দিন ছবির লিংক')
})

test('a problem with the link is not folded', () => {
  const html = read('Enter a photo link that starts with https://.')
  expect(html).toMatch(/^<details open="">/)
  expect(toText(html)).toContain('Enter a photo link that starts with https://.')
})
