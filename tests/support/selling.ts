// The steps of a seller.
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import type { Client } from '#contract/client.ts'
import { proveEmail } from './accounts.ts'
import { queryAsOwner } from './owner-connection.ts'
import type { TestApp } from './test-app.ts'

export type MemberClient = Client & { email: string; token: string; cookie: string }

/** The password of every member that tests register. */
export const testPassword = 'a-password-of-the-tests'
const password = testPassword

/** Registers a new member. */
export const registerMember = async (
  testApp: TestApp,
  role: 'Seller' | 'Buyer',
  name = 'Nadia Haque',
): Promise<MemberClient> => {
  const email = `${role.toLowerCase()}-${v7()}@motohaat.test`
  const image = 'https://photos.motohaat.test/me.jpg'
  await testApp.visitor('POST /auth/sign-up/email', { body: { name, image, email, password, role } })
  await proveEmail(testApp, email)
  return testApp.signInAs({ email })
}

/** Gives a member a permission, as the owner of the shop does, and signs the member in again. */
export const grantPermission = async (
  testApp: TestApp,
  { email }: { email: string },
  permission: 'cashier' | 'moderator',
): Promise<MemberClient> => {
  await queryAsOwner(
    testApp,
    `insert into member_permissions (member_id, permission, granted_at) select id, $2, now() from members where email = $1`,
    [email, permission],
  )
  return testApp.signInAs({ email })
}

/** Inserts an upload of this seller, of a picture of the repository; returns its URL. */
export const insertUploadedPicture = async ({ db }: TestApp, { email }: { email: string }): Promise<string> => {
  const { rows } = await db.$client.query<{ picture: string }>(
    `insert into picture_uploads (member_id, picture, uploaded_at)
     select id, (select min(url) from pictures), now() from members where email = $1
     on conflict (member_id, picture) do update set uploaded_at = now() returning picture`,
    [email],
  )
  return rows[0]?.picture ?? ''
}

/** Records a picture that nobody else has as an upload of the seller. `dhash` says what it looks like. */
export const insertOwnPicture = async (
  { db }: TestApp,
  { email }: { email: string },
  dhash: bigint | null = null,
): Promise<string> => {
  const url = `/pictures/${randomBytes(16).toString('hex')}.webp`
  await db.$client.query(
    `insert into pictures (url, upload_started_at, stored_at, width_px, height_px, dhash) values ($1, now(), now(), 640, 480, $2)`,
    [url, dhash],
  )
  await db.$client.query(
    `insert into picture_uploads (member_id, picture, uploaded_at) select id, $1, now() from members where email = $2`,
    [url, email],
  )
  return url
}

/** A valid body of a listing. */
export const createProductBody = (image: string) => ({
  productName: 'Suzuki Gixxer 155',
  salePrice: 178_000,
  originalPrice: 239_950,
  purchaseTime: 2021,
  usedTime: 5,
  condition: 'Good' as const,
  sellerName: 'Nadia Motors',
  contactNumber: '01700-000101',
  location: 'Mirpur 10, Dhaka',
  name: 'Suzuki' as const,
  image,
})

/** Lists a bike; returns what a buyer needs of it. */
export const createListing = async (
  testApp: TestApp,
  seller: MemberClient,
  overrides: Partial<ReturnType<typeof createProductBody> & { description: string }> = {},
) => {
  const body = { ...createProductBody(await insertUploadedPicture(testApp, seller)), ...overrides }
  const { insertedId: id } = await seller('POST /allbikes', { body })
  return { id, salePriceTaka: body.salePrice }
}

/** Finds the id of the member. */
export const getMemberId = async ({ db }: TestApp, { email }: { email: string }): Promise<string> => {
  const { rows } = await db.$client.query<{ id: string }>('select id from members where email = $1', [email])
  return rows[0]?.id ?? ''
}

/** Edits a listed bike: it has its picture and these changes of a valid body. */
export const editListing = async (seller: MemberClient, id: string, changes: object) => {
  const { version, image } = await seller('GET /allbikes/myproduct/:id', { params: { id } })
  const body = { ...createProductBody(image), ...changes, version }
  return seller('PUT /allbikes/myproduct/:id', { params: { id }, body })
}
