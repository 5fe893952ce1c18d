import type { contactCalls } from '../../contract/contact.ts'
import type { Database } from '../../platform/database.ts'
import type { Handlers } from '../../platform/http.ts'
import type { Member } from '../members/table.ts'
import { contactMessages } from './table.ts'

/** What visitors write to the shop is kept for the admin. */
export const contactRoutes = (room: {
  db: Database
  now: () => Date
  newId: () => string
}): Handlers<typeof contactCalls, Member> => ({
  'POST /contact': async ({ body }) => {
    await room.db.insert(contactMessages).values({ id: room.newId(), ...body, createdAt: room.now() })
    return { acknowledged: true, message: 'Message sent' }
  },
})
