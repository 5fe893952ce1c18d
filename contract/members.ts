import { z } from 'zod'
import type { Calls } from './call.ts'
import { Email, Id, Role, textField } from './fields.ts'

const byEmail = z.strictObject({ email: Email })

export const memberCalls = {
  'POST /users': {
    summary: 'Register the signed-up person with the chosen role; an existing member is never changed',
    access: 'session',
    body: z.strictObject({ name: textField('your_name', 80), email: Email, role: Role.optional() }),
    response: z.object({ acknowledged: z.literal(true), insertedId: Id }),
    errors: ['foreign_site', 'not_your_email'],
  },
  'GET /users/buyer/:email': {
    summary: 'Whether this is a buyer',
    access: 'member',
    limit: 'role',
    params: byEmail,
    response: z.object({ isBuyer: z.boolean() }),
    errors: ['not_your_email'],
  },
  'GET /users/seller/:email': {
    summary: 'Whether this is a seller',
    access: 'member',
    limit: 'role',
    params: byEmail,
    response: z.object({ isSeller: z.boolean() }),
    errors: ['not_your_email'],
  },
  'GET /users/admin/:email': {
    summary: 'Whether this is an admin',
    access: 'member',
    limit: 'role',
    params: byEmail,
    response: z.object({ isAdmin: z.boolean() }),
    errors: ['not_your_email'],
  },
  // Not in the specification: one account buys and sells.
  'POST /roles': {
    summary: 'Add a role to mine; a buyer sells after proving a mobile number. A role is never taken away',
    access: 'member',
    body: z.strictObject({ role: Role }),
    response: z.object({ isBuyer: z.boolean(), isSeller: z.boolean() }),
    errors: ['phone_not_proven', 'role_not_allowed'],
  },
  // Not in the specification: what a member may do beside the role.
  'GET /permissions': {
    summary: 'What I may do beside my role: pay sellers out, decide cases; the admin may do both',
    access: 'member',
    response: z.object({ isCashier: z.boolean(), isModerator: z.boolean() }),
  },
} as const satisfies Calls
