// The ways of every page to selling a bike and to its worth.
import { expect, test } from 'vitest'
import { loadBangla, readHtml } from '#tests/support/deals/read-page.ts'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

const bangla = await loadBangla()

/** The texts and paths of the links, in their order. */
const listLinks = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, path, text]) => `${text} ${path}`)

test('the menu of a phone has "What is my bike worth?" beside "Sell your bike"', () => {
  const links = listLinks(readHtml(TopBar, null).split('id="menu"')[1] ?? '')
  const sell = links.indexOf('Sell your bike /register?from=/dashboard/addproducts')

  expect(sell).toBeGreaterThan(0)
  expect(links[sell + 1]).toBe('What is my bike worth? /valuation')
})

test('the footer leads to what a bike is worth', () => {
  expect(listLinks(readHtml(Footer, null))).toContain('What is my bike worth? /valuation')
  expect(listLinks(readHtml(Footer, null, bangla))).toContain('আমার বাইকের দাম কত? /valuation')
})
