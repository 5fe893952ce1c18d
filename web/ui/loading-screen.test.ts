// While a page or a part of it loads: the spinner at once, and ten seconds later the sentence with the way to try again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml, readText } from '#tests/support/deals/read-page.ts'
import { LoadingPart } from './loading-part.tsx'
import { LoadingPage } from './loading-screen.tsx'

const styles = readFileSync(join(import.meta.dirname, '../styles/additions.css'), 'utf8')

/** How a class appears: its animation, of which the second time is the delay. */
const findAppearance = (name: string): string[] =>
  [...styles.matchAll(new RegExp(`^ *\\.${name} \\{[^}]*?animation: ([^;}]*)`, 'gm'))].map(([, value = '']) =>
    value.trim(),
  )

test('a page that loads has the spinner at once, and after ten seconds says that the shop does not answer', () => {
  const html = readHtml(LoadingPage, null)
  expect(html).toMatch(/role="status"><svg[^>]*class="wheel"/)
  expect(readText(LoadingPage, null)).toContain('Try again')
  expect(html).toMatch(/<p class="late note note--stop" role="alert">/)
  // Without code of the page: the style sheet shows it, also where no script arrives.
  expect(findAppearance('late')).toEqual(['appear 1ms 10s both'])
  expect(findAppearance('waiting')).toEqual([])
})

test('a part that loads has its spinner after 0.3 seconds, and the link leads to the page that loads', () => {
  const html = readHtml(() => createElement(LoadingPart, { href: '/bikes' }), null)
  expect(html).toMatch(/class="moving" role="status"><svg[^>]*class="wheel"/)
  expect(html).toMatch(/class="late note note--stop" role="alert".*href="\/bikes"/)
  expect(findAppearance('moving')).toEqual(['appear 1ms 300ms both'])
})
