import { hourMs } from '#contract/time/durations.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createSignUpBody } from '#tests/support/accounts.ts'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'

/** A test app with a movable clock. */
const createAppWithClock = async () => {
  const clock = { now: new Date() }
  const testApp = await createTestApp({ clock })
  return { testApp, advanceHours: (hours: number) => void (clock.now = new Date(+clock.now + hours * hourMs)) }
}

const uploadPhoto = async (testApp: TestApp, bytes: Buffer): Promise<string> =>
  (await testApp.visitor('POST /profile-photos', { form: createUploadForm(bytes) })).url
const getStatus = async (testApp: TestApp, url: string) => (await testApp.fastify.inject(url)).statusCode

test('a person uploads a photo before registering, and keeps it as a member', async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const url = await uploadPhoto(testApp, await createUniqueJpeg())
  const { rawPayload } = await testApp.fastify.inject(url)
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 })
  const body = { ...createSignUpBody('nila.photo@example.com'), image: url }
  const { user } = await testApp.visitor('POST /auth/sign-up/email', { body })
  expect(user.photoURL).toBe(url)
  advanceHours(50)
  await testApp.sweepPictures()
  expect(await getStatus(testApp, url), 'after two days').toBe(200)

  await testApp.db.update(members).set({ image: null }).where(eq(members.image, url))
  await testApp.sweepPictures()
  expect(await getStatus(testApp, url), 'once the member has removed it').toBe(404)
})

test('a photo with which nobody registers is deleted after a day, and says so', async () => {
  const { testApp, advanceHours } = await createAppWithClock()
  const url = await uploadPhoto(testApp, await createUniqueJpeg())
  advanceHours(23)
  await testApp.sweepPictures()
  expect(await getStatus(testApp, url)).toBe(200)
  advanceHours(2)
  await testApp.sweepPictures()
  expect(await getStatus(testApp, url)).toBe(404)
  const body = { ...createSignUpBody('late.photo@example.com'), image: url }
  await expect(testApp.visitor('POST /auth/sign-up/email', { body })).rejects.toMatchObject({
    status: 400,
    body: { code: 'bad_request', field: 'image', message: 'That photo is gone. Choose it again.' },
  })
})

test('the photo of a person does not take the place of the same picture of a bike', async () => {
  const { testApp } = await createAppWithClock()
  const bytes = await createUniqueJpeg()
  const photo = await uploadPhoto(testApp, bytes)
  const rahim = await testApp.signInAs('rahim')
  const { data } = await rahim('POST /images', { form: createUploadForm(bytes) })
  expect(data.url).not.toBe(photo)
  expect(await getStatus(testApp, data.url.replace('.webp', '-640.webp'))).toBe(200)
  // The same photo again is the same file.
  expect(await uploadPhoto(testApp, bytes)).toBe(photo)
})

test('a file that is no picture is refused', async () => {
  const { testApp } = await createAppWithClock()
  await expect(uploadPhoto(testApp, Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject({
    code: 'picture_wrong_type',
  })
})
