// The addresses of the calls of one kind, for who looks at an address before its call is known.
import { contract } from './api.ts'

const listPaths = (flag: 'isCacheable' | 'doesNotInvalidateCache' | 'upload'): string[] =>
  Object.entries(contract)
    .filter(([, call]) => flag in call)
    .map(([name]) => `/api${name.split(' ')[1]}`)

/** The lists that everybody sees alike. */
export const cacheablePaths: ReadonlySet<string> = new Set(listPaths('isCacheable'))

/** The calls that change none of them: a picture is on no list before its bike. */
export const nonInvalidatingPaths: ReadonlySet<string> = new Set([
  ...listPaths('doesNotInvalidateCache'),
  ...listPaths('upload'),
])
