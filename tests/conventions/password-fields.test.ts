// Password managers save a password with the name of its account. A form that asks for one or sets one says whose it is.
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { readProjectFiles } from './project-files.ts'

/** The links of e-mails do not say whose they are, so that who finds one does not learn the address. */
const formsOfLinks = ['web/pages/auth/confirm-email-page.tsx', 'web/pages/auth/reset-password-page.tsx']

const asksForPassword = (text: string): boolean => /autoComplete=(?:"|\{)[^>]*?\b(?:current|new)-password\b/.test(text)
const saysWhose = (text: string): boolean => /<AccountOfPassword \/>|autoComplete="(?:email|username)"/.test(text)

test('each form with a password has the address of its account for password managers', () => {
  expect(asksForPassword('<Field autoComplete="current-password" />')).toBe(true)
  expect(asksForPassword("<Field autoComplete={isNew ? 'new-password' : 'off'} />")).toBe(true)
  expect(saysWhose('<Field autoComplete="off" />')).toBe(false)
  const files = readProjectFiles(join(import.meta.dirname, '../..'))
  const forms = files.filter(({ path, text }) => /^web\/.*\.tsx$/.test(path) && asksForPassword(text))
  assert(forms.length > 6, 'needs the forms of the pages')
  expect(forms.filter(({ text }) => !saysWhose(text)).map(({ path }) => path)).toEqual(formsOfLinks)
})
