// Every text that people type reaches its call clean, whatever program they copied it from.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'

/** Texts that no person types into a field, or that stay exactly as they are typed, with the reason. */
const notCleaned: readonly (readonly [reason: string, texts: RegExp])[] = [
  ['passwords are compared as they were typed', /: (?:password|currentPassword|newPassword)$/],
  ['the page reads them from a link, a code or its own address', /: (?:token|callbackURL)$/],
  ['the server has made them', /^(?:POST|PUT) \/allbikes.*: (?:image|moreImages)$/],
  ['the card provider or the wallet has made them', /^POST \/payments.*: (?:transactionId|reference)$/],
  ['claims of the page, which are compared or ignored', /^(?:POST|PUT) \/allbikes.*: (?:date|time|status)$/],
  ['claims of the page, which are compared or ignored', /^POST \/(?:bookings|wishlist): (?:productName|image)$/],
  ['chosen, not typed', /^(?:POST|PUT) \/allbikes.*: name$/],
  ['chosen, not typed', /^POST \/searches: (?:brand|model|condition|division|district|area|kind|owners)$/],
  ['chosen, not typed', /^POST \/searches: not[A-Z]/],
  ['chosen, not typed', /^PUT \/transfers\/:id: ticks$/],
]

type TextField = { name: string; schema: z.ZodString }

/** All texts of a schema, by the names of their fields. */
const listTexts = (schema: unknown, name: string): TextField[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => listTexts(inner, key))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listTexts(option, name))
  if (schema instanceof z.ZodArray) return listTexts(schema.element, name)
  if (schema instanceof z.ZodPipe) return listTexts(schema.in, name)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return listTexts(schema.unwrap(), name)
  return schema instanceof z.ZodString ? [{ name, schema }] : []
}

const dirty = '\uFEFF a\u200Bb\u00A0c\u200E'

/** What the changes of a schema make of a text, without its checks. */
const clean = ({ schema }: TextField): string =>
  (schema.def.checks ?? []).reduce((text, { _zod: step }) => {
    const change = 'tx' in step.def ? step.def.tx : undefined
    return typeof change === 'function' ? String(change(text)) : text
  }, dirty)

const bodies = Object.entries<Call>(contract).flatMap(([name, { body }]) =>
  body ? listTexts(body, '').map((text) => ({ call: name, ...text })) : [],
)
const searches = Object.entries<Call>(contract)
  .flatMap(([name, { query }]) => (query ? listTexts(query, '').map((text) => ({ call: name, ...text })) : []))
  .filter(({ name }) => ['q', 'search', 'words'].includes(name))

const isClean = (text: TextField): boolean => clean(text).replaceAll(/[\s-]/g, '').toLowerCase() === 'abc'

test('every text of the body of a call is cleaned', () => {
  const unclean = bodies.filter((text) => !isClean(text)).map(({ call, name }) => `${call}: ${name}`)
  expect(bodies.length).toBeGreaterThan(60)
  expect(unclean.filter((text) => !notCleaned.some(([, texts]) => texts.test(text)))).toEqual([])
  const unused = notCleaned.filter(([, texts]) => !unclean.some((text) => texts.test(text)))
  expect(unused, 'exceptions that no text needs').toEqual([])
})

test('the words of every search are cleaned', () => {
  expect(searches.length).toBeGreaterThan(3)
  expect(searches.filter((text) => !isClean(text)).map(({ call, name }) => `${call}: ${name}`)).toEqual([])
})
