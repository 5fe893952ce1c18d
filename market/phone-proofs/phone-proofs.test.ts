import { minuteMs, hourMs } from '#contract/time/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { catchError } from '#tests/support/buying.ts'
import { getMemberId, type MemberClient, registerMember, testPassword } from '#tests/support/selling.ts'
import { createTestBrowser, getEmailsTo } from '#tests/support/accounts.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isNumberOfRemoved } from '#market/members/removed-numbers.ts'
import type { Sms } from './sms.ts'
import { getMessage } from './codes.ts'

const clock = { now: new Date('2026-11-03T10:00:00+06:00') }
let testApp: TestApp
let count = 0

/** A number that no other test uses. */
const createNumber = (): string => `017${String((count += 1)).padStart(8, '0')}`
const toShown = (number: string): string => `${number.slice(0, 5)}-${number.slice(5)}`
const wait = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))

beforeAll(async () => {
  // Registrations are limited by address; the limits of messages are those of production.
  const limits = { ...createLimits(1_000), phoneCodes: createLimits().phoneCodes }
  testApp = await createTestApp({ manualClose: true, clock, limits, logLevel: 'debug' })
})
afterAll(() => testApp.close())
// The limits of an address refill.
beforeEach(() => wait(2 * hourMs))

const join = () => registerMember(testApp, 'Buyer')
/** A token works for minutes. */
const again = ({ email }: MemberClient) => testApp.signInAs({ email })
const sendCode = (member: MemberClient, number: string) => member('POST /phone/code', { body: { number } })
const readCode = (): string => /\d{6}/.exec(testApp.sandbox.sms.messages()[0]?.text ?? '')?.[0] ?? ''
const toWrong = (code: string): string => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
const type = (member: MemberClient, code: string, move?: true) =>
  member('POST /phone/proof', { body: { code, ...(move && { move }) } })
const prove = async (member: MemberClient, number: string, move?: true) => {
  await sendCode(member, number)
  return type(member, readCode(), move)
}
const readNumber = async (member: MemberClient) => (await member('GET /phone')).proof?.number ?? null

describe('a mobile number', () => {
  test('is proven by the code of six digits that was sent to it', async () => {
    const [member, number] = [await join(), createNumber()]
    expect(await member('GET /phone')).toEqual({ isAvailable: true, proof: null, waiting: null })
    const sent = await sendCode(member, number)
    expect(sent).toEqual({
      number: toShown(number),
      expiresAt: new Date(clock.now.getTime() + 10 * minuteMs).toISOString(),
      resendInSeconds: 60,
    })
    expect(testApp.sandbox.sms.messages()[0]).toMatchObject({ number: `+88${number}` })
    expect((await member('GET /phone')).waiting).toEqual(sent)
    expect(await type(member, readCode())).toEqual({ number: toShown(number) })
    const provenAt = clock.now.toISOString()
    expect(await member('GET /phone')).toEqual({
      isAvailable: true,
      proof: { number: toShown(number), provenAt },
      waiting: null,
    })
  })

  test('is taken in every usual spelling, and no other number is', async () => {
    wait(8 * hourMs)
    const spellings = ['+880 1812-345678', '8801812345679', '০১৮১২৩৪৫৬৭৭', '(018) 1234 5676']
    for (const spelling of spellings)
      expect(await sendCode(await join(), spelling)).toMatchObject({ number: expect.stringMatching(/^01812-34567\d$/) })
    for (const wrong of [
      '01212345678',
      '+8801212345678',
      '0171234567',
      '+919876543210',
      '029876543',
      '',
      '0'.repeat(50),
    ])
      expect(await catchError(sendCode(await join(), wrong)), wrong).toMatchObject({ status: 400 })
  })

  test('is proven by a code in Bangla digits, with spaces', async () => {
    const member = await join()
    await sendCode(member, createNumber())
    const bangla = readCode().replaceAll(/\d/g, (digit) => String.fromCodePoint(0x09e6 + Number(digit)))
    await type(member, `${bangla.slice(0, 3)} ${bangla.slice(3)}`)
    expect(await readNumber(member)).not.toBeNull()
  })

  test('that was proven before is free again when another one is proven, and when it is removed', async () => {
    const [member, other] = [await join(), await join()]
    const [first, second] = [createNumber(), createNumber()]
    await prove(member, first)
    wait(minuteMs)
    await sendCode(member, second)
    expect(await readNumber(member)).toBe(toShown(first))
    await type(member, readCode())
    expect(await readNumber(member)).toBe(toShown(second))
    await prove(other, first)
    expect(await member('DELETE /phone')).toEqual({ deletedCount: 1 })
    expect(await readNumber(member)).toBeNull()
    wait(minuteMs)
    await prove(other, second)
    expect(await readNumber(other)).toBe(toShown(second))
  })
})

describe('a number of another account', () => {
  test('is not told by sending a code, and moves only with the code and a second word', async () => {
    const [owner, other, number] = [await join(), await join(), createNumber()]
    const answer = await sendCode(owner, number)
    await type(owner, readCode())
    expect(await sendCode(other, number)).toEqual({ ...answer })
    const code = readCode()
    const wrong = await catchError(type(other, toWrong(code), true))
    expect(wrong).toMatchObject({ code: 'wrong_phone_code' })
    expect(await catchError(type(other, code))).toMatchObject({ status: 409, code: 'number_elsewhere' })
    expect(await readNumber(owner)).toBe(toShown(number))
    await type(other, code, true)
    expect([await readNumber(owner), await readNumber(other)]).toEqual([null, toShown(number)])
    expect((await owner('GET /notifications')).map(({ kind }) => kind)).toEqual(['phone_moved'])
    await testApp.sendMails()
    const [email] = await getEmailsTo(testApp, owner.email)
    expect(email).toContain('/dashboard/phone')
  })

  test('is of one account, also when two prove it at the same moment', async () => {
    const number = createNumber()
    const racers = await Promise.all([1, 2, 3].map(join))
    const codes: string[] = []
    for (const racer of racers) {
      await sendCode(racer, number)
      codes.push(readCode())
    }
    const outcomes = await Promise.allSettled(racers.map((racer, index) => type(racer, codes[index] ?? '')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'number_elsewhere' })
  })

  test('is refused by the database', async () => {
    const [owner, other, number] = [await join(), await join(), createNumber()]
    await prove(owner, number)
    const ids = [await getMemberId(testApp, owner), await getMemberId(testApp, other)]
    const copy = testApp.db.$client.query(
      `insert into phone_proofs select $2, number, proven_at from phone_proofs where member_id = $1`,
      ids,
    )
    await expect(copy).rejects.toMatchObject({ constraint: 'one_account_of_number' })
    const respell = testApp.db.$client.query(
      `update phone_proofs set number = substr(number, 4) where member_id = $1`,
      ids.slice(0, 1),
    )
    await expect(respell).rejects.toMatchObject({ constraint: 'phone_is_normal' })
  })
})

describe('a code', () => {
  test('works for ten minutes', async () => {
    const [member, late] = [await join(), await join()]
    await sendCode(member, createNumber())
    const code = readCode()
    await sendCode(late, createNumber())
    const lateCode = readCode()
    wait(10 * minuteMs - 1)
    await type(await again(member), code)
    wait(1)
    const back = await again(late)
    expect(await catchError(type(back, lateCode))).toMatchObject({ code: 'phone_code_over' })
    expect((await back('GET /phone')).waiting).toBeNull()
  })

  test('allows four wrong tries; the right code does not work after the fifth', async () => {
    const [patient, guesser] = [await join(), await join()]
    const tryWrong = (member: MemberClient, code: string) => catchError(type(member, toWrong(code)))
    await sendCode(patient, createNumber())
    const code = readCode()
    for (let tries = 0; tries < 4; tries += 1)
      expect(await tryWrong(patient, code)).toMatchObject({ code: 'wrong_phone_code', body: { field: 'code' } })
    await type(patient, code)

    await sendCode(guesser, createNumber())
    const other = readCode()
    for (let tries = 0; tries < 4; tries += 1) await tryWrong(guesser, other)
    expect(await tryWrong(guesser, other)).toMatchObject({ code: 'phone_code_over' })
    expect(await catchError(type(guesser, other))).toMatchObject({ code: 'phone_code_over' })
    expect(await readNumber(guesser)).toBeNull()
  })

  test('counts each of many wrong tries at the same moment', async () => {
    const member = await join()
    await sendCode(member, createNumber())
    const code = readCode()
    const wrong = await Promise.all(Array.from({ length: 8 }, () => catchError(type(member, toWrong(code)))))
    const counted = wrong.filter(
      (error) => error instanceof Error && 'code' in error && error.code === 'wrong_phone_code',
    )
    expect(counted).toHaveLength(4)
  })

  test('works once, and only for the member who asked for it, in the newest message', async () => {
    const [member, other] = [await join(), await join()]
    const number = createNumber()
    await sendCode(member, number)
    const first = readCode()
    expect(await catchError(type(other, first))).toMatchObject({ code: 'phone_code_over' })
    wait(minuteMs)
    await sendCode(member, number)
    const second = readCode()
    if (first !== second) expect(await catchError(type(member, first))).toMatchObject({ code: 'wrong_phone_code' })
    await type(member, second)
    expect(await catchError(type(member, second))).toMatchObject({ code: 'phone_code_over' })
  })

  test('is stored as a hash with a key, and is in no log line', async () => {
    const member = await join()
    const codes: string[] = []
    for (let sent = 0; sent < 2; sent += 1) {
      await sendCode(member, '01998877665')
      codes.push(readCode())
      await catchError(type(member, toWrong(readCode())))
      wait(minuteMs)
    }
    const id = await getMemberId(testApp, member)
    const { rows } = await testApp.db.$client.query('select * from phone_codes where member_id = $1', [id])
    expect(rows).toHaveLength(1)
    for (const code of codes) {
      expect(JSON.stringify({ ...rows[0], sent_at: '', expires_at: '', resend_at: '', member_id: '' })).not.toContain(
        code,
      )
      // A code among other digits, such as of a time, is none.
      expect(testApp.logLines.join('\n')).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
    }
    expect(testApp.logLines.join('\n')).not.toContain('1998877665')
  })
})

describe('messages', () => {
  test('are a minute apart, and three in any 24 hours for one account', async () => {
    const member = await join()
    await sendCode(member, createNumber())
    wait(minuteMs - 1_000)
    const soon = await catchError(sendCode(member, createNumber()))
    expect(soon).toMatchObject({ status: 429, message: expect.stringContaining('just sent') })
    wait(1_000)
    for (let sent = 1; sent < 3; sent += 1) {
      await sendCode(member, createNumber())
      wait(minuteMs)
    }
    const over = await catchError(sendCode(member, createNumber()))
    expect(over).toMatchObject({ status: 429, message: expect.stringContaining('Enough codes') })
    // Some three minutes have passed since the first one.
    wait(23 * hourMs + 56 * minuteMs)
    expect(await catchError(sendCode(await again(member), createNumber()))).toMatchObject({ status: 429 })
    wait(minuteMs)
    await sendCode(await again(member), createNumber())
  })

  test('are three in any 24 hours for one number, whichever accounts ask, in the same words', async () => {
    const number = createNumber()
    for (let sent = 0; sent < 3; sent += 1) await sendCode(await join(), number)
    const refuse = async () => {
      const over = await catchError(sendCode(await join(), `+88${number}`))
      expect(over).toMatchObject({ status: 429, message: expect.stringContaining('Enough codes') })
    }
    await refuse()
    wait(23 * hourMs)
    await refuse()
    wait(hourMs)
    await sendCode(await join(), number)
    await refuse()
  })

  test('are thirty an hour for one address', async () => {
    for (let sent = 0; sent < 30; sent += 1) await sendCode(await join(), createNumber())
    const over = await catchError(sendCode(await join(), createNumber()))
    expect(over).toMatchObject({ status: 429, message: expect.stringContaining('Enough codes') })
  })

  test('fit in one, in both languages', () => {
    expect(getMessage('en', '123456').length).toBeLessThanOrEqual(160)
    expect(getMessage('bn', '123456').length).toBeLessThanOrEqual(70)
    for (const language of ['en', 'bn'] as const) expect(getMessage(language, '048213')).toContain('048213')
  })
})

describe('a service that does not take the message', () => {
  test('costs no try: the next one may be sent at once', async () => {
    const sent: Sms[] = []
    let isDown = true
    const failing = await createTestApp({
      limits: { ...createLimits(1_000), phoneCodes: createLimits().phoneCodes },
      smsSender: {
        send: async (sms) => {
          if (isDown) throw new Error('The SMS service returned status 500.')
          sent.push(sms)
        },
      },
    })
    const member = await registerMember(failing, 'Buyer')
    for (let tries = 0; tries < 5; tries += 1)
      expect(await catchError(sendCode(member, '01712345678'))).toMatchObject({ code: 'sms_unavailable' })
    isDown = false
    await sendCode(member, '01712345678')
    expect(sent).toHaveLength(1)
    expect(failing.logLines.join('\n')).toContain('A text message was not sent')
  })

  test('is said where there is none', async () => {
    const without = await createTestApp({ smsSender: null })
    const member = await registerMember(without, 'Buyer')
    expect((await member('GET /phone')).isAvailable).toBe(false)
    expect(await catchError(sendCode(member, '01712345678'))).toMatchObject({ code: 'sms_unavailable' })
  })
})

describe('an account that is removed', () => {
  test('has its number in the export, leaves it free, and Motohaat remembers whom it removed', async () => {
    const [member, other, number] = [await join(), await join(), createNumber()]
    await prove(member, number)
    wait(minuteMs)
    const next = createNumber()
    await sendCode(member, next)
    const browser = createTestBrowser(testApp)
    await browser('POST /auth/sign-in/email', { body: { email: member.email, password: testPassword } })
    const { phoneProof, phoneCode } = await browser('GET /auth/export')
    expect(phoneProof?.number).toBe(`+88${number}`)
    expect(phoneCode?.number).toBe(`+88${next}`)
    const id = await getMemberId(testApp, member)
    const ayesha = await testApp.signInAs('ayesha')
    await ayesha('DELETE /users/:id', { params: { id } })
    const { rows } = await testApp.db.$client.query(
      `select member_id from phone_proofs where member_id = $1 union all select member_id from phone_codes where member_id = $1`,
      [id],
    )
    expect(rows).toEqual([])
    const secrets = { secret: 'a secret of the tests, thirty-two characters long', createToken: () => '' }
    const isRemembered = await testApp.db.transaction((tx) =>
      isNumberOfRemoved(tx, secrets, { contactNumber: number, now: new Date() }),
    )
    expect(isRemembered).toBe(true)
    await prove(other, number)
    const acts = (await ayesha('GET /audit', { query: { about: id } })).map(({ what }) => what)
    expect(acts.filter((what) => what.startsWith('phone'))).toEqual(['phone_removed', 'phone_proven'])
  })
})
