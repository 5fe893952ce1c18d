// The addresses of the calls of one kind, for who looks at an address before its call is known.
import { contract } from './api.ts'

const pathsOf = (mark: 'shared' | 'aside' | 'upload'): string[] =>
  Object.entries(contract)
    .filter(([, call]) => mark in call)
    .map(([name]) => `/api${name.split(' ')[1]}`)

/** The lists that everybody sees alike. */
export const sharedPaths: ReadonlySet<string> = new Set(pathsOf('shared'))

/** The calls that change none of them: a picture is on no list before its bike. */
export const asidePaths: ReadonlySet<string> = new Set([...pathsOf('aside'), ...pathsOf('upload')])
