import { describe, expect, test } from 'vitest'
import { pictureUploadMessages as bangla } from '#web/i18n/bn/picture-upload.ts'
import { pictureUploadMessages } from '#web/i18n/en/picture-upload.ts'
import { describeSaved, formatFileSize, planPicture } from './picture-plan.ts'

const { en } = pictureUploadMessages

describe('a picture before it is sent', () => {
  test.each([
    ['24.5 megapixels of a phone', { width: 5_712, height: 4_284, bytes: 6_100_000 }, { width: 2_048, height: 1_536 }],
    ['64 megapixels upright', { width: 6_936, height: 9_248, bytes: 15_000_000 }, { width: 1_536, height: 2_048 }],
    ['many pixels in few bytes', { width: 5_712, height: 4_284, bytes: 140_000 }, { width: 2_048, height: 1_536 }],
    ['a very long screenshot', { width: 1_080, height: 20_000, bytes: 900_000 }, { width: 111, height: 2_048 }],
    ['a line of one pixel', { width: 1, height: 9_000, bytes: 2_000 }, { width: 1, height: 2_048 }],
  ])('%s becomes a JPEG of at most 2,048 px', (_name, original, size) => {
    expect(planPicture({ type: 'image/jpeg', ...original })).toEqual({ ...size, isNeeded: true })
  })

  test('is not encoded again when it is small already', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
      expect(planPicture({ type, bytes: 400_000, width: 2_048, height: 1_536 })).toBeNull()
  })

  test('of few pixels and many bytes is encoded, and the result is sent if it is smaller', () => {
    const plan = planPicture({ type: 'image/png', bytes: 5_000_000, width: 1_600, height: 1_200 })
    expect(plan).toEqual({ width: 1_600, height: 1_200, isNeeded: false })
  })

  test('of a kind that the server does not know becomes a JPEG however small it is', () => {
    for (const type of ['image/heic', 'image/gif', ''])
      expect(planPicture({ type, bytes: 900, width: 30, height: 20 })).toEqual({
        width: 30,
        height: 20,
        isNeeded: true,
      })
  })
})

describe('the size that was saved', () => {
  test.each([
    [1, '1 KB'],
    [410_300, '410 KB'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [6_100_000, '6.1 MB'],
  ])('%i bytes are %s', (bytes, words) => {
    expect(formatFileSize(bytes, en)).toBe(words)
  })

  test('is said in both languages, for all photos together', () => {
    const saved = [{ before: 6_100_000, after: 410_000 }, null]
    expect(describeSaved(saved, en)).toBe('Made smaller before sending: 410 KB instead of 6.1 MB.')
    expect(describeSaved(saved, bangla)).toBe('পাঠানোর আগে ছোট করা হয়েছে: ৬.১ এমবি থেকে ৪১০ কেবি।')
    expect(describeSaved([...saved, { before: 4_000_000, after: 590_000 }], en)).toContain('1.0 MB instead of 10.1 MB')
  })

  test('is not said where nothing was saved', () => {
    expect(describeSaved([], en)).toBeUndefined()
    expect(describeSaved([null], en)).toBeUndefined()
    expect(describeSaved([{ before: 900, after: 1_200 }], en)).toBeUndefined()
  })
})
