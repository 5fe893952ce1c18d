// The code of the authenticator app, asked for again before the account that a seller is paid to may change.
import { expect, test } from 'vitest'
import { createSignUpBody, generateTotpCode, register, turnOnSecondFactor } from '#tests/support/accounts.ts'
import { catchError } from '#tests/support/buying.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const { password } = createSignUpBody('')
const stepMs = 30_000

const done = {}
const wrong = { status: 400, code: 'wrong_code' }
const locked = { code: 'second_factor_locked' }

/** A seller with two-step login; `change` sends the code of the time that is `steps` steps of 30 seconds away. */
const beginChanges = async () => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  const email = 'two-steps@motohaat.test'
  const browser = await register(testApp, email, { role: 'Seller' })
  const { totpURI } = await turnOnSecondFactor(browser, password)
  const pass = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))
  const change = async (steps: number) => {
    const seller = await browser.withToken(email)
    const code = generateTotpCode(totpURI, new Date(clock.now.getTime() + steps * stepMs))
    const body = { kind: 'bkash' as const, number: '01712345678', holderName: 'Rahim', password, code }
    return catchError(seller('PUT /payouts/destination', { body }))
  }
  return { pass, change }
}

test('the codes of the step before and after are right, those farther away are wrong', async () => {
  const { pass, change } = await beginChanges()
  pass(10 * stepMs)
  for (const steps of [-2, 2]) expect(await change(steps)).toMatchObject(wrong)
  for (const steps of [-1, 0, 1]) expect(await change(steps)).toEqual(done)
  expect(await change(0), 'a second time').toMatchObject(wrong)
  // The next code is right for as long as this one, and for one step longer.
  pass(stepMs)
  expect(await change(0), 'a second time, a step later').toMatchObject(wrong)
  expect(await change(1)).toEqual(done)
})

test('five wrong codes close it for 15 minutes, for the right one too; a right code sets the count back', async () => {
  const { pass, change } = await beginChanges()
  pass(10 * stepMs)
  for (let tries = 0; tries < 4; tries += 1) expect(await change(9)).toMatchObject(wrong)
  expect(await change(0)).toEqual(done)
  for (let tries = 0; tries < 5; tries += 1) expect(await change(9)).toMatchObject(wrong)
  expect(await change(1)).toMatchObject(locked)

  pass(14 * 60_000)
  expect(await change(0)).toMatchObject(locked)
  pass(60_000)
  expect(await change(0)).toEqual(done)
})

test('right codes are no failures: many changes one after the other close nothing', async () => {
  const { pass, change } = await beginChanges()
  for (let times = 0; times < 7; times += 1) {
    pass(3 * stepMs)
    expect(await change(0)).toEqual(done)
  }
})
