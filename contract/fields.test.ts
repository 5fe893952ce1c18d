import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  AccountEmail,
  Email,
  Id,
  multilineTextField,
  Paging,
  PhotoUrl,
  Role,
  Taka,
  Telephone,
  textField,
} from './fields.ts'
import { formatReason, isReason } from './errors/reasons.ts'
import { isVisibleText } from './text.ts'

const getMessage = (schema: z.ZodType, value: unknown): string | undefined => {
  const message = schema.safeParse(value).error?.issues[0]?.message ?? ''
  return isReason(message) ? formatReason(message, 'en') : undefined
}

const wrongTypes = [undefined, null, true, 5, Number.NaN, {}, [], ['a@b.example']]

describe('e-mail addresses', () => {
  test('are stored trimmed and in lower case', () => {
    expect(Email.parse(' Karim@Example.COM ')).toBe('karim@example.com')
  })

  test.each(['k@x.com', "o'neil+haat@mail.example.co.uk", 'a.b-c_d@x-y.io', `${'a'.repeat(64)}@x.com`])(
    '%s is one',
    (email) => {
      expect(Email.parse(email)).toBe(email)
    },
  )

  test.each([
    ['a full-width @', 'a＠x.com'],
    ['a look-alike character', 'kаrim@x.com'],
    ['text shown backwards', 'ka\u202Erim@x.com'],
    ['a new line', 'a@x.com\r\nbcc: b@x.com'],
    ['a display name', 'Karim <a@x.com>'],
    ['a quoted part', '"a b"@x.com'],
    ['a list', 'a@x.com,b@x.com'],
    ['a dot at the end', 'a@x.com.'],
    ['two dots', 'a..b@x.com'],
    ['no domain', 'a@localhost'],
    ['an address of digits', 'a@[127.0.0.1]'],
    ['a percent sign for everybody', '%'],
    ['nothing', ''],
    ['too many characters', `${'a'.repeat(250)}@x.com`],
  ])('one with %s is refused', (_what, email) => {
    expect(getMessage(Email, email)).toMatch(/^(Enter an e-mail address|That e-mail address is too long)/)
  })

  // A few milliseconds; work that grows with the square takes half a minute.
  test('two hundred thousand characters are refused at once', { timeout: 10_000 }, () => {
    expect(Email.safeParse(`${'a'.repeat(200_000)}@`).success).toBe(false)
    expect(Email.safeParse(`${'a.'.repeat(120)}@`).success).toBe(false)
  })
})

describe('prices', () => {
  test.each([1_000, 9_999_999, 150_000])('%d Taka is one', (price) => {
    expect(Taka.parse(price)).toBe(price)
  })

  test.each([999, 10_000_000, 0, -5_000, 1_000.5, 1e308, Number.NaN, Infinity, '5000', '৫০০০', true, [5_000], null])(
    '%j is refused with a sentence',
    (price) => {
      expect(getMessage(Taka, price)).toMatch(/Taka\.$/)
    },
  )
})

describe('human text', () => {
  const MeetingLocation = textField('meeting_location', 20)

  test('is stored composed and trimmed', () => {
    expect(MeetingLocation.parse('  Cafe\u0301 Mirpur ')).toBe('Café Mirpur')
    expect(multilineTextField('message', 20).parse(' one\ntwo\n')).toBe('one\ntwo')
  })

  test.each([
    ['   ', 'Enter a meeting location.'],
    [undefined, 'Enter a meeting location.'],
    [7, 'Enter a meeting location.'],
    ['x'.repeat(21), 'Use at most 20 characters for a meeting location.'],
    ['ab\u202Ecd', 'Use visible characters for a meeting location.'],
    ['one\ntwo', 'Use visible characters for a meeting location.'],
  ])('%j is refused: %s', (value, message) => {
    expect(getMessage(MeetingLocation, value)).toBe(message)
  })

  test('whatever is typed: the parsed text is visible, short enough, and parses to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (input) => {
        const parsed = MeetingLocation.safeParse(input)
        if (!parsed.success) return
        expect(isVisibleText(parsed.data)).toBe(true)
        expect(parsed.data.length).toBeLessThanOrEqual(20)
        expect(MeetingLocation.parse(parsed.data)).toBe(parsed.data)
      }),
      { numRuns: 500 },
    )
  })
})

describe('telephone numbers', () => {
  test.each(['abc', '123', '1'.repeat(16), '<script>', '+', '', '++8801712345678', '1'.repeat(41)])(
    '%j is refused',
    (input) => {
      expect(getMessage(Telephone, input)).toMatch(/contact number/)
    },
  )

  test('Bangla digits are as good as Latin ones', () => {
    expect(Telephone.parse('০১৭১২ ৩৪৫৬৭৮')).toBe('+8801712345678')
  })
})

describe('photo links', () => {
  test('are https addresses of a domain', () => {
    expect(PhotoUrl.parse('https://i.example.com/a.jpg')).toBe('https://i.example.com/a.jpg')
  })

  test('may be those of an upload', () => {
    const url = `/pictures/${'0a'.repeat(16)}.webp`
    expect(PhotoUrl.parse(url)).toBe(url)
  })

  test.each([
    'http://i.example.com/a.jpg',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/a.jpg',
    '/pictures/../api/openapi.json',
    '/pictures/fazer-black.webp',
    'https://127.0.0.1/a.jpg',
    'https://localhost/a.jpg',
    'https://[::1]/a.jpg',
    `https://i.example.com/${'a'.repeat(500)}`,
    'https:i.example.com',
    'https://karim:word@i.example.com/a.jpg',
    'https://i.example.com/"onerror=x',
    'https://i.example.com\\@evil.example/a.jpg',
    'https://i.example.com/\0',
    'https://i.example.com/a b\n',
    '',
  ])('%j is refused', (url) => {
    expect(PhotoUrl.safeParse(url).success).toBe(false)
  })
})

describe('pages of a list', () => {
  test.each(['1', '5', '100'])('limit %s', (limit) => {
    expect(Paging.parse({ limit })).toEqual({ limit })
  })

  test.each(['0', '101', '-1', '1.5', '1e2', ' 5', '05', '৫', '', '999999999999'])('limit %j is refused', (limit) => {
    expect(getMessage(Paging, { limit })).toBe('The limit is a number from 1 to 100.')
  })

  test('an unknown parameter is refused', () => {
    expect(Paging.safeParse({ page: '2' }).success).toBe(false)
  })
})

describe('addresses of accounts', () => {
  const localPart = fc
    .array(fc.constantFrom(..."abz09.-_+'!#$%&*/=?^`{|}~"), { minLength: 1, maxLength: 8 })
    .map((letters) => letters.join(''))

  test('better-auth takes every address that the contract takes', () => {
    fc.assert(
      fc.property(localPart, fc.constantFrom('x.com', 'a-b.co.uk', 'x--y.travel', '1.bd'), (local, domain) => {
        const parsed = AccountEmail.safeParse(`${local}@${domain}`)
        expect(!parsed.success || z.email().safeParse(parsed.data).success).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['a!b@x.com', 'a/b@x.com', 'a=b@x.com', "rahim'@x.com", '{a}@x.com'])(
    '%s is refused with our own sentence',
    (email) => {
      expect(Email.safeParse(email).success).toBe(true)
      expect(getMessage(AccountEmail, email)).toBe('Enter an e-mail address such as name@example.com.')
    },
  )
})

test('nobody can choose to be the admin', () => {
  expect(['Buyer', 'Seller', 'Admin', 'buyer', ''].filter((role) => Role.safeParse(role).success)).toEqual([
    'Buyer',
    'Seller',
  ])
})

test('a value of another type is refused everywhere with a whole sentence', () => {
  for (const schema of [
    Email,
    AccountEmail,
    Telephone,
    PhotoUrl,
    Role,
    Id,
    textField('your_name', 5),
    multilineTextField('message', 5),
  ]) {
    for (const value of wrongTypes) expect(getMessage(schema, value), JSON.stringify(value)).toMatch(/^[A-Z].*\.$/)
  }
})
