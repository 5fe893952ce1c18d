// The page that confirms an e-mail address.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import ConfirmEmail from './confirm-email-page.tsx'

test('in Bangla the page asks for the e-mail, not for an address that may be that of a home', async () => {
  const text = readText(ConfirmEmail, null, await loadBangla())
  expect(text.match(/ই-মেইল নিশ্চিত করুন/g)?.length).toBeGreaterThan(1)
  expect(text).not.toContain('ঠিকানা')
})
