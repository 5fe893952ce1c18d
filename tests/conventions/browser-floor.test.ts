// The built pages work in the browsers of package.json's "browserslist" (docs/decisions/0106-browsers-in-use.md).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildIfChanged } from '#scripts/build-if-changed.ts'
import { readBrowserFloor } from '#scripts/browsers/browser-floor.ts'
import { newerFeatures } from '#tests/support/browser-floor/newer-features.ts'
import { findNewerInScript, findNewerInStyle } from './browser-floor-rules.ts'

const root = join(import.meta.dirname, '../..')
const client = join(root, 'dist/client')

beforeAll(() => buildIfChanged({ root, log: () => {} }), 120_000)

const readBuilt = (extension: string): [name: string, text: string][] =>
  readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => [name, readFileSync(join(client, name), 'utf8')])

/** Every use that is not allowed, with its files. */
const listUses = (extension: string, find: (text: string) => string[], allowed: Record<string, string>) => {
  const uses = readBuilt(extension).flatMap(([file, text]) => find(text).map((feature) => ({ file, feature })))
  expect(Object.keys(allowed).filter((feature) => uses.every((use) => use.feature !== feature))).toEqual([])
  return uses.filter(({ feature }) => !(feature in allowed)).map(({ file, feature }) => `${feature} in ${file}`)
}

/** Used only where it exists, or without harm where it does not. */
const allowedInScripts: Record<string, string> = {
  '.createContext': 'a function of React',
  '.use': 'a function of React',
  '.startViewTransition': 'React and its router ask whether the document has it',
  '.skipTransition': 'of a transition that the browser has begun',
  OffscreenCanvas: 'a canvas of the document where there is none (shrink-picture.ts)',
  '.convertToBlob': 'of an OffscreenCanvas',
  'Intl.Segmenter': 'descriptions are cut between characters where there is none (web/lib/bike.ts)',
}

/** An older browser leaves the declaration or the rule out; the page is complete without it. */
const allowedInStyles: Record<string, string> = {
  ':has': 'spacing, print and focus; what a click needs has a rule without it',
  '@container': 'small cards are narrower than they could be',
  'container-type': 'as @container',
  '@page': 'the margins of print',
  page: 'the margins of print',
  size: 'a descriptor of @page',
  'print-color-adjust': 'browsers with a prefix have it',
  'forced-color-adjust': 'colours of a system with high contrast',
  'field-sizing': 'a field of a conversation does not grow',
  'overscroll-behavior': 'the page scrolls on behind a list',
  'overscroll-behavior-x': 'the page scrolls on behind a list',
  resize: 'phones have no handle',
  'scroll-snap-stop': 'a swipe may pass two pictures',
  'scrollbar-width': 'a scroll bar is wider',
  'text-wrap': 'headings break where they do',
}

test('the list of newer features is that of the browsers of package.json', () => {
  expect(newerFeatures.floor).toEqual(readBrowserFloor())
})

test('no built script uses what the oldest browsers lack', () => {
  expect(listUses('.js', findNewerInScript, allowedInScripts)).toEqual([])
})

test('no script of the card sandbox uses what the oldest browsers lack, but for its style sheets', () => {
  const folder = join(root, 'sandbox/cards/browser')
  const uses = readdirSync(folder).flatMap((name) => findNewerInScript(readFileSync(join(folder, name), 'utf8')))
  expect(new Set(uses)).toEqual(new Set(['.replaceSync']))
})

test('no built style sheet needs what the oldest browsers lack', () => {
  expect(listUses('.css', findNewerInStyle, allowedInStyles)).toEqual([])
})

test('what is newer is found in a script and in a style sheet', () => {
  expect(
    findNewerInScript('const { promise } = Promise.withResolvers(); AbortSignal.timeout(5); [].findLast(x)'),
  ).toEqual(['Promise.withResolvers', 'AbortSignal.timeout', '.findLast'])
  expect(
    findNewerInScript('/(?<=a)b/u.test(x); new RegExp("(?<!a)b"); class A { static { f() } }; new URLPattern(x)'),
  ).toEqual(['lookbehind in /(?<=a)b/', 'lookbehind in /(?<!a)b/', 'static block of a class', 'URLPattern'])
  expect(
    findNewerInScript('const any = { timeout: 1 }; any.timeout; x.at(-1); structuredClone(x); /(?<year>a)/'),
  ).toEqual([])
  expect(
    findNewerInStyle('a:has(b){color:color-mix(in srgb,red,blue);text-wrap:balance}@container (width>1px){a{b:c}}'),
  ).toEqual(['text-wrap', ':has', '@container', 'color-mix()'])
  expect(
    findNewerInStyle('@supports (color:color-mix(in lab,red,red)){a{color:color-mix(in lab,red,red)}}b{c:d}'),
  ).toEqual([])
})
