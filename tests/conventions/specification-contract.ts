// Whether a call that the specification names is in the contract, with what it sends and reads.
import { z } from 'zod'
import type { Call } from '#contract/call.ts'

const fieldsOf = (schema: z.core.$ZodType | undefined): string[] => {
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap())
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, inner]) => [
    name,
    ...fieldsOf(inner).map((below) => `${name}.${below}`),
  ])
}

const wordsOf = (text = ''): string[] => text.split(' ').filter((word) => word !== '')

/** `PUT /users/update?email={email} | sends | reads`, taken apart as the contract spells it. */
const takenApart = (line: string) => {
  const [call = '', sends, reads] = line.split('|').map((part) => part.trim())
  const [address = '', query] = call.split('?')
  const asked = [...(query ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
  return { name: address.replaceAll(/\{(\w+)\}/g, ':$1'), asked, sends: wordsOf(sends), reads: wordsOf(reads) }
}

/** What of a call's line the contract does not have. */
export const missingInContract = (line: string, contract: Readonly<Record<string, Call>>): string[] => {
  const { name, asked, sends, reads } = takenApart(line)
  const call = contract[name]
  if (!call) return [`there is no ${name}`]
  const lacks = (what: string, names: string[], there: string[]) =>
    names.filter((one) => !there.includes(one)).map((one) => `${name} ${what} no ${one}`)
  const body = call.upload === undefined ? fieldsOf(call.body) : [call.upload]
  return [
    ...lacks('asks for', asked, fieldsOf(call.query)),
    ...lacks('takes', sends, body),
    ...lacks('answers', reads, fieldsOf(call.answer)),
  ]
}
