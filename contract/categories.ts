import { z } from 'zod'
import type { Calls } from './call.ts'
import { categoryNames } from './bikes.ts'
import { Id } from './fields.ts'

export const Category = z
  .object({ _id: Id, name: z.enum(categoryNames), img: z.string(), description: z.string() })
  .meta({ id: 'Category' })

export const categoryCalls = {
  'GET /category': {
    summary: 'The three categories of the home page',
    access: 'anyone',
    response: z.array(Category),
    isCacheable: true,
  },
} as const satisfies Calls
