import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeHtml, isVisibleText, toLatinDigits, normalizeTelephone, maskTelephone, formatTelephone } from './text.ts'

describe('digits', () => {
  test('Bangla digits become Latin ones and all else stays', () => {
    expect(toLatinDigits('০১২৩৪৫৬৭৮৯')).toBe('0123456789')
    expect(toLatinDigits('ঢাকা ১২০৭, road 5')).toBe('ঢাকা 1207, road 5')
  })
})

describe('visible text', () => {
  test.each([
    'Rahim Uddin',
    'রহিম উদ্দিন',
    'র\u200D্যাংকিন',
    'ক্\u200Cষ',
    '৳ 1,000',
    '🏍️ FZ-S',
    '👨\u200D👩\u200D👧',
    'a\u00A0b',
    '漢字',
    '.',
  ])('%j can be seen', (text) => {
    expect(isVisibleText(text)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \u00A0\u3000'],
    ['only joiners', '\u200D\u200C'],
    ['only a variation selector', '\uFE0F'],
    ['a NUL', 'a\0b'],
    ['a bell', 'a\u0007b'],
    ['a tab', 'a\tb'],
    ['a C1 control', 'a\u0085b'],
    ['an override of direction', 'ab\u202Ecd'],
    ['an isolate of direction', 'ab\u2066cd'],
    ['a mark of direction', 'ab\u200Fcd'],
    ['a zero-width space', 'a\u200Bb'],
    ['a byte order mark', '\uFEFFa'],
    ['a soft hyphen', 'a\u00ADb'],
    ['a lone surrogate', 'a\uD800b'],
    ['a private-use character', 'a\uE000b'],
    ['a replacement character', 'a\uFFFDb'],
    ['a line separator', 'a\u2028b'],
    ['a blank character', '\u3164'],
    ['a pattern of no dots', '\u2800'],
    ['a tag, which hides whole sentences', 'a\u{E0041}b'],
    ['a joiner of graphemes', 'a\u034Fb'],
    ['a variation that no emoji has', 'a\uFE00b'],
  ])('%s is refused, on one line and on several', (_what, text) => {
    expect(isVisibleText(text)).toBe(false)
    expect(isVisibleText(text, 'several lines')).toBe(false)
  })

  test('a new line is for several lines only, a carriage return for none', () => {
    expect([
      isVisibleText('a\nb'),
      isVisibleText('a\nb', 'several lines'),
      isVisibleText('a\r\nb', 'several lines'),
    ]).toEqual([false, true, false])
  })

  // A few milliseconds; work that grows with the square takes half a minute.
  test('a text of two hundred thousand characters is checked at once', { timeout: 10_000 }, () => {
    expect(isVisibleText('a'.repeat(200_000) + '\0')).toBe(false)
    expect(normalizeTelephone('('.repeat(200_000))).toBe('')
  })
})

test('markup characters are escaped, also inside a quoted attribute', () => {
  expect(escapeHtml(`<a title="R&D" id='1'>`)).toBe('&lt;a title=&quot;R&amp;D&quot; id=&#39;1&#39;&gt;')
})

describe('telephone numbers', () => {
  test.each([
    '01712345678',
    '+8801712345678',
    '8801712345678',
    '1712345678',
    '01712-345 678',
    '(017) 12.345678',
    '০১৭১২৩৪৫৬৭৮',
    '+৮৮০১৭১২-৩৪৫৬৭৮',
  ])('%s is stored as +8801712345678', (input) => {
    expect(normalizeTelephone(input)).toBe('+8801712345678')
  })

  test('other numbers keep their digits and their plus', () => {
    expect(normalizeTelephone('+44 20 7946 0958')).toBe('+442079460958')
    expect(normalizeTelephone('02-9114567')).toBe('029114567')
    // 012 is no mobile of Bangladesh.
    expect(normalizeTelephone('01212345678')).toBe('01212345678')
  })

  test('are shown as Bangladeshis write them, and masked except for the first digits', () => {
    expect(formatTelephone('+8801712345678')).toBe('01712-345678')
    expect(maskTelephone('+8801712345678')).toBe('01712-••••••')
    expect(formatTelephone('+442079460958')).toBe('+442079460958')
  })

  test('normalizing twice changes nothing, and the mask never shows the last six digits', () => {
    const input = fc.string({ unit: fc.constantFrom(...'0123456789০১৭+- ()'), maxLength: 20 })
    fc.assert(
      fc.property(input, (text) => {
        const normalized = normalizeTelephone(text)
        expect(normalizeTelephone(normalized)).toBe(normalized)
        // Stored numbers have digits only; visitors see the mask.
        if (/^\+?\d{6,15}$/.test(normalized)) expect(maskTelephone(normalized).slice(-6)).not.toMatch(/\d/)
      }),
      { numRuns: 300 },
    )
  })
})
