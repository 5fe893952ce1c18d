// Picture uploads. picture-sizes.ts has the sizes that are stored, limits.ts how many and how large uploads may be.
import { maxJpegMegapixels, maxMegapixels, maxPictureMb } from '#contract/limits.ts'
import { z } from 'zod'
import type { Calls } from './call.ts'

/** Errors of every call that takes a picture. */
export const pictureErrors = [
  'picture_missing',
  'one_picture_only',
  'picture_damaged',
  'picture_too_many_pixels',
  'picture_too_big',
  'picture_wrong_type',
  'pictures_unavailable',
] as const

export const pictureCalls = {
  'POST /images': {
    summary: `Upload the picture of a bike: JPEG up to ${maxJpegMegapixels} megapixels, PNG, WebP or AVIF up to ${maxMegapixels}, at most ${maxPictureMb} MB`,
    access: 'seller',
    limit: 'upload',
    upload: 'image',
    response: z.object({
      success: z.literal(true),
      /** The URL of the largest size. */
      data: z.object({ url: z.string() }),
    }),
    errors: [...pictureErrors, 'too_many_pictures'],
  },
  'POST /profile-photos': {
    summary: `Upload a photo of yourself, before or after you register: JPEG up to ${maxJpegMegapixels} megapixels, PNG, WebP or AVIF up to ${maxMegapixels}, at most ${maxPictureMb} MB`,
    access: 'anyone',
    limit: 'profilePhoto',
    upload: 'image',
    response: z.object({
      /** The photo URL for the registration and the profile. Without a member it is deleted after a day. */
      url: z.string(),
    }),
    errors: [...pictureErrors, 'foreign_site'],
  },
} as const satisfies Calls
