import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { FaultKind } from '../round.ts'

/** Takes every place that an ordinary role can have. */
const takeAll = async (connect: () => Promise<pg.Client>, endOthers: () => Promise<unknown>): Promise<pg.Client[]> => {
  const taken: pg.Client[] = []
  await endOthers()
  for (;;) {
    const client = await connect().catch(() => null)
    if (!client) return taken
    taken.push(client)
  }
}

export const noPlaceLeft: FaultKind = {
  id: 'F41',
  what: 'others have taken all connections of the database (max_connections)',
  strike: async ({ rig, ms, tell }) => {
    const endOthers = async () => rig.db.proxy.cut()
    const taken = await takeAll(() => rig.db.connect('shop'), endOthers)
    tell(`${taken.length} connections were taken`)
    await pause(ms)
    await Promise.all(taken.map((client) => client.end()))
    return taken.length > 10 ? [] : ['Only few connections could be taken.']
  },
}

export const passwordChanged: FaultKind = {
  id: 'F41',
  what: 'the password of the shop’s role was changed',
  strike: async ({ rig, ms }) => {
    await rig.db.lockOut()
    await pause(ms)
    await rig.db.letIn()
    return []
  },
}
