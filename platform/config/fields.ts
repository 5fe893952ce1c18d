// Types of settings, as zod schemas. A message continues the name of its variable: "PORT" + "must be a port …".
import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '#platform/process/make-folder.ts'

/** Text that matches a pattern. */
export const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, error)

/** A number written in digits, from `min` to `max`. The message may quote what was set. */
export const integer = (min: number, max: number, error: (input: unknown) => string) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: ({ input }) => error(input),
    })
    .transform(Number)

const hostNamePattern = /^[\w-]+(?:\.[\w-]+)*\.?$/

/** An address to listen at: an IP address or a host name, without protocol and port. */
export const host = z.string().refine((value) => isIP(value) !== 0 || hostNamePattern.test(value), {
  error: ({ input }) => `must be an IP address or a host name, not "${String(input)}".`,
})

export const port = integer(1, 65_535, (input) => `must be a port from 1 to 65535, not "${String(input)}".`)

/** on or off; also 1, yes, true and 0, no, false. */
export const onOff = z.stringbool({
  truthy: ['1', 'on', 'yes', 'true'],
  falsy: ['0', 'off', 'no', 'false'],
  error: ({ input }) => `must be on or off, not "${String(input)}".`,
})

/** A URL of one of these protocols, such as `https:`. Keeps it as it was set. */
export const exactUrl = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    abort: true,
  })

/** The same without a slash at its end. */
export const url = (...protocols: string[]) => exactUrl(...protocols).transform((value) => value.replace(/\/$/, ''))

const isOrigin = (value: string): boolean => {
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && search === '' && hash === '' && username === ''
}

/** A URL without path, query and user. Paths, cookies and redirects of the app start at the root. */
export const origin = (...protocols: string[]) =>
  exactUrl(...protocols)
    .refine(isOrigin, 'must be an origin alone, such as https://motohaat.example: no path, no user name.')
    .transform((value) => new URL(value).origin)

/** A folder that can be created and written. */
export const folder = z.string().transform((path, ctx) => {
  const created = resolve(path)
  try {
    makeFolder(created, 0o700)
  } catch (error) {
    ctx.addIssue(`must be a folder that can be created; ${created} cannot (${String(error)}).`)
    return z.NEVER
  }
  try {
    accessSync(created, constants.W_OK | constants.X_OK)
    return created
  } catch (error) {
    ctx.addIssue(`must be a folder that can be written; ${created} cannot (${String(error)}).`)
    return z.NEVER
  }
})
