// URL paths of endpoints by kind, for the response cache, which runs before routing.
import { contract } from './api.ts'

const listPaths = (flag: 'isCacheable' | 'doesNotInvalidateCache' | 'upload'): string[] =>
  Object.entries(contract)
    .filter(([, call]) => flag in call)
    .map(([name]) => `/api${name.split(' ')[1]}`)

/** Paths whose responses are the same for every visitor. */
export const cacheablePaths: ReadonlySet<string> = new Set(listPaths('isCacheable'))

/** Paths that do not change cached responses. Uploads belong to them: no list shows a picture before its bike is listed. */
export const nonInvalidatingPaths: ReadonlySet<string> = new Set([
  ...listPaths('doesNotInvalidateCache'),
  ...listPaths('upload'),
])
