// Every error that an auth call answers is in the contract, in whatever state the browser and the account are.
// @module-tag long
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { listErrorCodes } from '#contract/openapi.ts'
import { createSignUpBody, createTestBrowser, generateTotpCode, register } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { absentId, parseCallName, parseErrorCode } from '#tests/support/test-roles.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const { password } = createSignUpBody('')
const authCalls = Object.entries<Call>(contract).filter(([name]) => name.includes(' /auth/') || name.endsWith(' /jwt'))

type State = { email: string; cookie: string; totpURI: string; backupCode: string }

const setUp = async (email: string): Promise<State> => {
  const browser = await register(testApp, email)
  const { totpURI, backupCodes } = await browser('POST /auth/two-factor/enable', { body: { password } })
  return { email, cookie: browser.cookie(), totpURI, backupCode: backupCodes[0] ?? '' }
}

/** A login that waits for its code, of a member whose account then changes. */
const waitForCode = async (email: string, changeSql: string): Promise<State> => {
  const state = await setUp(email)
  await testApp.db.$client.query('update members set has_second_factor = true where email = $1', [email])
  await testApp.db.$client.query(
    'update second_factors set verified = true where member_id = (select id from members where email = $1)',
    [email],
  )
  const browser = createTestBrowser(testApp)
  const { needsCode } = await browser('POST /auth/sign-in/email', { body: { email, password } })
  assert(needsCode === true, 'needs a login that waits for its code')
  const memberId = `(select id from members where email = '${email}')`
  await testApp.db.$client.query(changeSql.replaceAll(':id', memberId))
  return { ...state, cookie: browser.cookie() }
}

const states: Record<string, (email: string) => Promise<State>> = {
  'nobody logged in': async (email) => ({ ...(await setUp(email)), cookie: '' }),
  'logged in, the second factor not confirmed': setUp,
  'logged in without a second factor': async (email) => {
    const state = await setUp(email)
    await testApp.db.$client.query('delete from second_factors')
    return state
  },
  'logged in for a day': async (email) => {
    const state = await setUp(email)
    await testApp.db.$client.query(`update sessions set created_at = now() - interval '1 day'`)
    return state
  },
  'logged in without a password': async (email) => {
    const state = await setUp(email)
    await testApp.db.$client.query(`update accounts set password = null`)
    await testApp.db.$client.query(`update sessions set created_at = now() - interval '1 day'`)
    return state
  },
  'waiting for the code': (email) => waitForCode(email, 'select'),
  'waiting for the code, the second factor gone': (email) =>
    waitForCode(email, 'delete from second_factors where member_id = :id'),
  'waiting for the code, the second factor not confirmed': (email) =>
    waitForCode(email, 'update second_factors set verified = false where member_id = :id'),
  'waiting for the code, the account locked': (email) =>
    waitForCode(email, `update second_factors set locked_until = now() + interval '1 hour' where member_id = :id`),
  'waiting for the code, the member removed': (email) =>
    waitForCode(email, 'update members set removed_at = now() where id = :id'),
  'waiting for the code, the login expired': (email) =>
    waitForCode(email, `update verifications set expires_at = now() - interval '1 hour'`),
}

/** Bodies for a call: with an odd address and a weak password, with wrong secrets, and with everything right. */
const listBodies = (name: string, { email, totpURI, backupCode }: State): object[] => {
  const isBackupCode = name.endsWith('backup-code')
  const code = isBackupCode ? backupCode : generateTotpCode(totpURI)
  const right = {
    name: 'Nila Das',
    image: 'https://photos.example.com/n.jpg',
    id: absentId,
    token: 'made up',
    email,
    password,
    code,
    currentPassword: password,
    newPassword: 'quite another phrase',
  }
  const wrong = { email: 'nobody@example.com', password: 'not this one', currentPassword: 'not this one' }
  return [
    { ...right, email: 'a!b@example.com', callbackURL: '//evil.test', newPassword: 'aaaaaaaaa' },
    { ...right, ...wrong, code: isBackupCode ? 'aaaaa-bbbbb' : '000000', newPassword: 'password1' },
    right,
  ]
}

const isKnownField = ({ body }: Call, field: string): boolean =>
  body?.safeParse({ [field]: 'x' }).error?.issues.every(({ code }) => code !== 'unrecognized_keys') ?? false

type Attempt = { name: string; call: Call; state: State; body: object; headers?: Record<string, string> }

const getErrorCode = async ({ name, call, state, body, headers = {} }: Attempt): Promise<string> => {
  const { method, path } = parseCallName(name)
  const response = await testApp.fastify.inject({
    method,
    url: `/api${path}`,
    headers: { ...headers, ...(state.cookie !== '' && { cookie: state.cookie }) },
    ...(method === 'POST' && {
      payload: Object.fromEntries(Object.entries(body).filter(([field]) => isKnownField(call, field))),
    }),
  })
  return parseErrorCode(response)
}

let memberCount = 0
// Each state registers up to twenty members, and the machine may be busy.
const timeoutMs = 120_000

// The states that differ most.
const shortRunStates = new Set(['nobody logged in', 'logged in for a day', 'waiting for the code'])
const chosenStates = Object.entries(states).filter(([name]) => chooseByRun(shortRunStates.has(name), true))

test.each(chosenStates)(
  '%s: every error of an auth call is in the contract',
  { timeout: timeoutMs },
  async (stateName, enter) => {
    const undeclared: string[] = []
    const seen = new Set<string>()
    for (const [name, call] of authCalls) {
      // A login that waits for its code has no session.
      if (call.redirects || (stateName.startsWith('waiting') && call.access === 'session')) continue
      const state = await enter(`state-${(memberCount += 1)}@example.com`)
      const bodies = listBodies(name, state)
      const codes = [
        await getErrorCode({ name, call, state, body: {}, headers: { origin: 'https://evil.test' } }),
        await getErrorCode({ name, call, state, body: {}, headers: { authorization: 'Bearer null' } }),
      ]
      for (const body of bodies) codes.push(await getErrorCode({ name, call, state, body }))
      const declared = new Set<string>(['answered', ...listErrorCodes(call)])
      undeclared.push(
        ...codes.filter((code) => !declared.has(code) || code === 'something_wrong').map((code) => `${name}: ${code}`),
      )
      for (const code of codes) seen.add(code)
    }
    expect(undeclared).toEqual([])
    expect(seen.size, 'needs different answers').toBeGreaterThan(3)
  },
)
