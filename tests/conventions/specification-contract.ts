// Whether a call that the specification names is in the contract, with what it sends and reads.
import { z } from 'zod'
import type { Call } from '#contract/call.ts'

const listFields = (schema: z.core.$ZodType | undefined): string[] => {
  if (schema instanceof z.ZodArray) return listFields(schema.element)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return listFields(schema.unwrap())
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, inner]) => [
    name,
    ...listFields(inner).map((below) => `${name}.${below}`),
  ])
}

const splitWords = (text = ''): string[] => text.split(' ').filter((word) => word !== '')

/** `PUT /users/update?email={email} | sends | reads`, taken apart as the contract spells it. */
const parseCallLine = (line: string) => {
  const [call = '', sends, reads] = line.split('|').map((part) => part.trim())
  const [address = '', query] = call.split('?')
  const queryParams = [...(query ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
  return {
    name: address.replaceAll(/\{(\w+)\}/g, ':$1'),
    queryParams,
    sends: splitWords(sends),
    reads: splitWords(reads),
  }
}

/** What of a call's line the contract does not have. */
export const findMissingInContract = (line: string, contract: Readonly<Record<string, Call>>): string[] => {
  const { name, queryParams, sends, reads } = parseCallLine(line)
  const call = contract[name]
  if (!call) return [`there is no ${name}`]
  const findMissing = (verb: string, names: string[], available: string[]) =>
    names.filter((one) => !available.includes(one)).map((one) => `${name} ${verb} no ${one}`)
  const body = call.upload === undefined ? listFields(call.body) : [call.upload]
  return [
    ...findMissing('asks for', queryParams, listFields(call.query)),
    ...findMissing('takes', sends, body),
    ...findMissing('answers', reads, listFields(call.response)),
  ]
}
