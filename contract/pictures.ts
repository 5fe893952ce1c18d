// Picture uploads. picture-urls.ts has the URLs of the sizes.
import { z } from 'zod'
import type { Calls } from './call.ts'

export const pictureCalls = {
  'POST /images': {
    summary: 'Upload the picture of a bike: JPEG, PNG or WebP, at most 10 MB and 24 megapixels',
    access: 'seller',
    limit: 'upload',
    upload: 'image',
    response: z.object({
      success: z.literal(true),
      /** The URL of the largest size. */
      data: z.object({ url: z.string() }),
    }),
    errors: [
      'picture_missing',
      'one_picture_only',
      'picture_damaged',
      'picture_too_many_pixels',
      'picture_too_big',
      'picture_wrong_type',
      'too_many_pictures',
      'pictures_unavailable',
    ],
  },
} as const satisfies Calls
