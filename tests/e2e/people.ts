// Who goes on a journey: the cast, and buyers who have only just registered.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { type Client, createClient, createHttpTransport, type Transport } from '#contract/client.ts'
import { fixtures, demoPassword, type FixtureKey } from '#seed/fixtures.ts'
import { getDemoBike, type BikeKey } from './bikes.ts'
import type { TestServer } from './test-server.ts'

export type Person = { name: string; email: string; password: string }

const photoHost = 'https://photos.motohaat.test'
const photo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="teal"/></svg>'

export const getPerson = (key: FixtureKey): Person => ({ ...fixtures[key], password: demoPassword })

/** Somebody whom the shop does not know yet, with what the registration form asks for. */
export const createNewPerson = (name = 'Nadia Haque'): Person & { photoUrl: string } => {
  const id = randomUUID().slice(0, 8)
  // Nothing of the address is in it: such a password is refused.
  const password = `motorbike-${randomUUID().slice(24)}`
  return { name, email: `buyer-${id}@motohaat.test`, password, photoUrl: `${photoHost}/${id}.svg` }
}

/** Serves the photos of new buyers, since no journey may need the network. */
export const servePhotos = async (context: BrowserContext): Promise<void> => {
  await context.route(`${photoHost}/**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: photo }))
}

const register = async (server: TestServer, role: 'Buyer' | 'Seller', name?: string): Promise<Person> => {
  const { photoUrl: image, ...person } = createNewPerson(name)
  await createClient(createHttpTransport(server.url))('POST /auth/sign-up/email', { body: { ...person, image, role } })
  return person
}

/** Registers a new buyer. */
export const registerBuyer = (server: TestServer, name?: string): Promise<Person> => register(server, 'Buyer', name)

/** Registers a new seller, who offers nothing yet. */
export const registerSeller = (server: TestServer, name?: string): Promise<Person> => register(server, 'Seller', name)

/** Logs a browser in without its log-in page. */
export const logIn = async (request: APIRequestContext, { email, password }: Person): Promise<void> => {
  const response = await request.post('/api/auth/sign-in/email', { data: { email, password } })
  if (!response.ok()) throw new Error(`${email} could not log in: ${await response.text()}`)
}

const json = { 'content-type': 'application/json' }

/** The typed client of one person, for what happened before the journey begins. */
export const createClientFor = async (server: TestServer, { email, password }: Person): Promise<Client> => {
  const body = JSON.stringify({ email, password })
  const signInResponse = await fetch(`${server.url}/api/auth/sign-in/email`, { method: 'POST', headers: json, body })
  const cookies = signInResponse.headers.getSetCookie().map((one) => one.split(';')[0])
  const http = createHttpTransport(server.url)
  const withCookies: Transport = (path, { headers, ...init }) =>
    http(path, { ...init, headers: { ...headers, cookie: cookies.join('; ') } })
  const { token } = await createClient(withCookies)('POST /jwt', { body: { email } })
  return createClient(http, async () => token)
}

/** What the shop says of the person who is logged in on this page. */
export const fetchRoles = (page: Page, email: string): Promise<unknown> =>
  page.evaluate(async (email) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('motohaat-token')}` }
    const fetchRole = async (role: string): Promise<unknown> =>
      (await fetch(`/api/users/${role}/${email}`, { headers })).json()
    return [await fetchRole('buyer'), await fetchRole('seller')]
  }, email)

const findBike = async (client: Client, key: BikeKey) => {
  const { name, location, category } = getDemoBike(key)
  const bikes = await client('GET /categoryDetails/:name', { params: { name: category } })
  const bike = bikes.find((one) => one.productName === name && one.location === location)
  if (!bike) throw new Error(`${key} is not on sale any more: another journey has bought it.`)
  return bike
}

/** Books a bike; gives the order's id. */
export const book = async (server: TestServer, person: Person, key: BikeKey): Promise<string> => {
  const client = await createClientFor(server, person)
  const { _id: producId, salePrice } = await findBike(client, key)
  const meeting = { contactNumber: '01712345678', meetingLocation: 'Mirpur 10 circle' }
  return (await client('POST /bookings', { body: { producId, salePrice, ...meeting } })).insertedId
}

/** Puts a bike on the wishlist; gives the item's id. */
export const addToWishlist = async (server: TestServer, person: Person, key: BikeKey): Promise<string> => {
  const client = await createClientFor(server, person)
  const { _id: productId } = await findBike(client, key)
  return (await client('POST /wishlist', { body: { productId } })).insertedId
}
