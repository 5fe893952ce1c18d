// The set-up of races beside a running harness: twenty buyers, and payment dependencies of this process, which settles
// payments concurrently with the two app processes.
import { v7 } from 'uuid'
import { createPaymentProvider } from '#market/payments/stripe.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { RaceSetup, Racer } from './race-setup.ts'
import type { Random } from './random.ts'
import { createHistory } from './history.ts'
import { createNewMember } from './users.ts'
import type { Harness } from './harness.ts'
import { type SellerState, uploadPicture } from './actors/seller-actor.ts'
import { registerWithRetry } from './workload.ts'

const buyerCount = 20
const maxUploads = 20

const registerRacer = async (harness: Harness, random: Random, role: 'Buyer' | 'Seller', name: string) => {
  const user = createNewMember({ name, role, serverName: 'main', url: harness.url, random: random.fork(name) })
  return registerWithRetry(createHistory(), user)
}

const createPaymentsDeps = (harness: Harness) => {
  const db = createDatabaseClient({ url: harness.db.url })
  const { hostname, port } = new URL(harness.provider.url)
  const cards = createPaymentProvider({
    ...sandboxKeys.stripe,
    sandbox: { host: hostname, port: Number(port) },
  })
  const paymentProviders = { cards }
  return { db, paymentProviders, now: () => new Date(), createId: () => v7(), maxHoldsPerBuyer: 1_000, log: () => {} }
}

/** Registers the racers; `close` ends the database connections. */
export const createRaceSetup = async (
  harness: Harness,
  random: Random,
): Promise<RaceSetup & { close(): Promise<void> }> => {
  const name = `racer-${random.below(1_000_000_000)}`
  const racers: Racer[] = []
  for (let at = 0; at < buyerCount; at += 1) racers.push(await registerRacer(harness, random, 'Buyer', `${name}-${at}`))
  const seller = await registerRacer(harness, random, 'Seller', `${name}-seller`)
  const sellerState: SellerState = {
    user: seller,
    history: createHistory(),
    sharedCodes: new Map(),
    pictures: [],
    listedBikeIds: [],
    maxListed: 0,
  }
  for (let tries = 0; tries < maxUploads && sellerState.pictures.length === 0; tries += 1)
    await uploadPicture(sellerState)
  const paymentsDeps = createPaymentsDeps(harness)
  return {
    paymentsDeps,
    buyers: racers,
    seller,
    picture: sellerState.pictures[0] ?? '',
    pay: harness.provider.pay,
    query: harness.db.query,
    close: () => paymentsDeps.db.$client.end(),
  }
}
