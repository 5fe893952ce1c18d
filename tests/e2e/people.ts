// The people of the tests: demo people, and newly registered buyers and sellers.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient, createHttpTransport, type Transport } from '#contract/client.ts'
import { fixtures, demoPassword, type FixtureKey } from '#seed/fixtures.ts'
import { type BikeKey, type BookableKey, getDemoBike } from './bikes.ts'
import type { Person } from '#tests/support/accounts.ts'
import type { TestServer } from './test-server.ts'

export type { Person } from '#tests/support/accounts.ts'

const photoHost = 'https://photos.motohaat.test'
const photo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="teal"/></svg>'

export const getPerson = (key: FixtureKey): Person => ({ ...fixtures[key], password: demoPassword })

/** A word of eight characters that no other test has. Digits at random may be a telephone number, which no name has. */
export const createWord = (): string =>
  Array.from(randomUUID().slice(0, 8), (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('')

/** A person without an account, with the input of the registration form. */
export const createNewPerson = (name = 'Nadia Haque'): Person & { photoUrl: string } => {
  const id = randomUUID().slice(0, 8)
  // Contains nothing of the e-mail address, since such passwords are rejected.
  const password = `motorbike-${randomUUID().slice(24)}`
  return { name, email: `buyer-${id}@motohaat.test`, password, photoUrl: `${photoHost}/${id}.svg` }
}

/** Fills in the link to a photo in the English registration, whose field is folded until it is asked for or has a problem. */
export const fillPhotoUrl = async (page: Page, photoUrl: string): Promise<void> => {
  const field = page.getByLabel('Photo URL')
  // Read at once: nothing else opens it meanwhile.
  if (!(await field.isVisible())) await page.locator('summary', { hasText: 'Link to a photo instead' }).click()
  await field.fill(photoUrl)
}

/** A mobile number that nobody has. */
export const createMobileNumber = (): string => `017${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** Serves the photos of new people, because tests must not use the network. */
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

/** Registers a new seller without bikes. What is on sale after the test is withdrawn. */
export const registerSeller = async (server: TestServer, name?: string): Promise<Person> => {
  const seller = await register(server, 'Seller', name)
  server.sellers.push(seller)
  return seller
}

/** Signs a browser in through the API, without the log-in page. */
export const logIn = async (request: APIRequestContext, { email, password }: Person): Promise<void> => {
  const response = await request.post('/api/auth/sign-in/email', { data: { email, password } })
  if (!response.ok()) throw new Error(`${email} could not log in: ${await response.text()}`)
}

const json = { 'content-type': 'application/json' }

/** The token in the newest e-mail with a confirmation link to this address, once it has arrived. */
export const waitForConfirmationToken = async ({ sandboxUrl }: TestServer, email: string): Promise<string> => {
  const isToPerson = new RegExp(`href="(/mail/[^"]+)">Confirm your[^<]*<small>to ${email.replaceAll('.', '\\.')},`)
  for (let tries = 0; tries < 60; tries += 1) {
    const path = isToPerson.exec(await (await fetch(`${sandboxUrl}/mail`)).text())?.[1]
    const text = path === undefined ? '' : await (await fetch(`${sandboxUrl}${path}`)).text()
    const token = /confirm-email#([\w-]+)/.exec(text)?.[1]
    if (token !== undefined) return token
    await pause(500)
  }
  throw new Error(`No confirmation link arrived at ${email}.`)
}

/** Confirms the address of a person with the link of the e-mail, so that alerts are sent there. */
export const confirmAddress = async (server: TestServer, { email, password }: Person): Promise<void> => {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify(body),
    })
  const signedIn = await post('sign-in/email', { email, password })
  const cookies = signedIn.headers.getSetCookie().map((one) => one.split(';')[0])
  await post('send-verification-email', {}, cookies.join('; '))
  const verified = await post('verify-email', { token: await waitForConfirmationToken(server, email), password })
  if (!verified.ok) throw new Error(`${email} could not be confirmed: ${await verified.text()}`)
}

/** A typed API client of one person, for preparing data before a test. */
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

/** The roles that the API returns for the person signed in on this page. */
export const fetchRoles = (page: Page, email: string): Promise<unknown> =>
  page.evaluate(async (email) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('motohaat-token')}` }
    const fetchRole = async (role: string): Promise<unknown> =>
      (await fetch(`/api/users/${role}/${email}`, { headers })).json()
    return [await fetchRole('buyer'), await fetchRole('seller')]
  }, email)

/** The bike of a key, as its category lists it. */
export const findBike = async (client: Client, key: BikeKey) => {
  const { name, location, category } = getDemoBike(key)
  const bikes = await client('GET /categoryDetails/:name', { params: { name: category } })
  const bike = bikes.find((one) => one.productName === name && one.location === location)
  if (!bike) throw new Error(`${key} is not on sale any more: another journey has bought it.`)
  return bike
}

/** The path of a bike's page. */
export const findBikePath = async (server: TestServer, person: Person, key: BikeKey): Promise<string> =>
  `/bikes/${(await findBike(await createClientFor(server, person), key)).slug}`

/** Books a bike; returns the order's id. */
export const book = async (server: TestServer, person: Person, key: BookableKey): Promise<string> => {
  const client = await createClientFor(server, person)
  const { _id: producId, salePrice } = await findBike(client, key)
  const meeting = { contactNumber: '01712345678', meetingLocation: 'Mirpur 10 circle' }
  return (await client('POST /bookings', { body: { producId, salePrice, ...meeting } })).insertedId
}

/** Adds a bike to the wishlist; returns the item's id. */
export const addToWishlist = async (server: TestServer, person: Person, key: BookableKey): Promise<string> => {
  const client = await createClientFor(server, person)
  const { _id: productId } = await findBike(client, key)
  return (await client('POST /wishlist', { body: { productId } })).insertedId
}

/** Writes the first message to the seller of a bike; returns the conversation's id. */
export const ask = async (server: TestServer, person: Person, key: BikeKey, text: string): Promise<string> => {
  const client = await createClientFor(server, person)
  const { _id: productId } = await findBike(client, key)
  return (await client('POST /chats', { body: { productId, text, clientId: randomUUID() } })).chatId
}

/** The code of the newest message to a number. */
export const readSmsCode = async ({ sandboxUrl }: TestServer, number: string): Promise<string> => {
  const page = await (await fetch(`${sandboxUrl}/sms`)).text()
  const [, code = ''] = new RegExp(`(\\d{6})[^<]*<small>to \\+88${number},`).exec(page) ?? []
  return code
}
