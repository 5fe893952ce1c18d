// The logins of the demonstration, which everybody knows, are on the login page of the demonstration and nowhere else.
import { expect, test } from 'vitest'
import { getDemoLogins } from '#server/dependencies.ts'

test('the login page knows a password in the demonstration only', () => {
  expect(getDemoLogins({ demo: true, production: false })).toMatchObject({ names: ['karim', 'rahim', 'ayesha'] })
  expect(getDemoLogins({ demo: false, production: false })).toBeUndefined()
  expect(getDemoLogins({ demo: false, production: true })).toBeUndefined()
  expect(getDemoLogins({ demo: true, production: true })).toBeUndefined()
})
