// The reminder of a second factor on the pages of admins.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { SecondFactorReminder } from './second-factor-reminder.tsx'

test('the reminder of a second factor is one line: why, the way to it, and a button that puts it off', async () => {
  const html = readHtml(SecondFactorReminder, null)
  expect(html).toMatch(
    /^<aside class="note note--warn second-factor">(?:<link[^>]*>)?<svg.*<\/svg><p>[^<]+<\/p><a class="btn btn--quiet" href="\/dashboard\/account#second-factor"[^>]*>Turn on two-step login<\/a><button class="btn btn--quiet" type="button">Later<\/button><\/aside>$/,
  )
  expect(readText(SecondFactorReminder, null)).toContain('Only a password protects this admin account.')
  expect(readText(SecondFactorReminder, null, await loadBangla())).toContain('দুই ধাপের লগইন চালু করুন পরে')
})
