// Spec §2, §4: registration.
import type { Page } from '@playwright/test'
import { fixtures } from '#seed/fixtures.ts'
import { createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { expect, expectPage, waitUntilReady, findExactText, test } from './e2e-test.ts'
import { servePhotos, fetchRoles, fillPhotoUrl, createNewPerson, waitForConfirmationToken } from './people.ts'

type NewPerson = ReturnType<typeof createNewPerson>

const fillRegistrationForm = async (page: Page, { name, photoUrl, email, password }: NewPerson) => {
  await page.getByLabel('Your Name').fill(name)
  await fillPhotoUrl(page, photoUrl)
  await page.getByLabel('Email address').fill(email)
  // Typed key by key, because Firefox checks `minlength` only for typed input.
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
}
const submitRegistration = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Register' }).click()
const success = ' SignUp successful !!! Go to login page for login.'

test(
  'a visitor registers as a Seller, goes to the login page and logs in',
  { tag: '@desktop' },
  async ({ page, context, server }) => {
    await servePhotos(context)
    const person = createNewPerson()
    await page.goto('/register')
    // An address as it is copied from a web page.
    await fillRegistrationForm(page, { ...person, email: `mailto:${person.email}\u200E` })
    await page.getByRole('radio', { name: 'Seller' }).check()
    await submitRegistration(page)

    const toast = findExactText(page, success)
    await expect(toast).toBeVisible()
    await expect(toast, 'with its leading space').toHaveJSProperty('textContent', success)
    await expect(page).toHaveURL(/\/login$/)
    // The registration form has these fields too, with the same address.
    await expectPage(page, { path: '/login', heading: 'Login' })
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    // The password is there too, but not in the HTML.
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toHaveValue(person.password)
    await expect(password).not.toHaveAttribute('value')
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(findExactText(page, 'Login Successful!')).toBeVisible()
    await expectPage(page, { path: '/', heading: 'Used motorbikes, honest prices' })
    // A seller's dashboard opens on the own bikes, not on no orders.
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'You Added 0 Products' })).toBeVisible()
    expect(await fetchRoles(page, person.email)).toEqual([{ isBuyer: false }, { isSeller: true }])

    // Every page of the dashboard says what is sent to the address, until the link of the e-mail has confirmed it.
    await expect(page.getByText(`Open the link in our e-mail to ${person.email}`)).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('status').filter({ hasText: `a link to ${person.email}` })).toBeVisible()
    await page.getByRole('link', { name: 'My Products' }).click()
    await expect(page.getByRole('heading', { name: 'You Added 0 Products' })).toBeVisible()
    await expect(page.getByText('Your e-mail address is not confirmed')).toBeVisible()
    await page.goto(`/confirm-email#${await waitForConfirmationToken(server, person.email)}`)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('link', { name: 'Go to My Account' }).click()
    await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
    await expect(page.getByText('Your e-mail address is not confirmed')).toHaveCount(0)
  },
)

test(
  'a person who chooses no role becomes a Buyer, since the role is not required',
  { tag: '@long' },
  async ({ page, context }) => {
    await servePhotos(context)
    const person = createNewPerson()
    await page.goto('/register?from=%2Fbikes%2Fsuzuki-gixxer')
    await expect(page.getByText('After that you go back to the bike.')).toBeVisible()
    await page.goto('/register?from=%2Fdashboard')
    await expect(page.getByText('After that you go back to where you were.')).toBeVisible()
    await fillRegistrationForm(page, person)
    await submitRegistration(page)
    await expect(findExactText(page, success)).toBeVisible()
    // The registration form also has a password field, and it is removed a moment after the toast appears.
    await expectPage(page, { path: '/login', heading: 'Login' })
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()

    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { name: 'You have 0 orders' })).toBeVisible()
    expect(await fetchRoles(page, person.email)).toEqual([{ isBuyer: true }, { isSeller: false }])
  },
)

test('the toast of registration is shown for 2 seconds', { tag: '@long' }, async ({ page }) => {
  await page.clock.install({ time: new Date() })
  await page.goto('/register')
  await waitUntilReady(page)
  await page.clock.pauseAt(Date.now() + 1_000)
  await fillRegistrationForm(page, createNewPerson())
  await submitRegistration(page)
  // A hovered toast stays.
  await page.mouse.move(0, 0)
  const toast = findExactText(page, success)
  await expect(toast).toBeVisible()

  await page.clock.runFor(1_800)
  await expect(toast).toBeVisible()
  await page.clock.runFor(400)
  await expect(toast).toHaveCount(0)
})

test('name, email and password are required, and each says why; the photo is not asked for', async ({ page }) => {
  await page.goto('/register')
  await waitUntilReady(page)
  await submitRegistration(page)

  for (const message of [
    'Enter your name.',
    'Enter your e-mail address.',
    'Choose a password of at least 8 characters.',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Your Name')).toBeFocused()
  // The field for a link stays folded below the photo.
  await expect(page.getByText('Without one, your initials are shown.')).toBeVisible()
  await expect(page.getByLabel('Photo URL')).toBeHidden()
})

test('a person who chooses no photo registers with a picture of the initials', { tag: '@long' }, async ({ page }) => {
  const person = createNewPerson('Nadia Haque')
  await page.goto('/register')
  await waitUntilReady(page)
  await expect(page.getByRole('button', { name: 'Use my initials' })).toHaveCount(0)
  await page.getByLabel('Your Name').fill(person.name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const registering = page.waitForRequest('**/api/auth/sign-up/email')
  await submitRegistration(page)
  expect((await registering).postDataJSON()).toMatchObject({
    image: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}\.webp$/),
  })
  await expect(findExactText(page, success)).toBeVisible()
})

test('wrong fields keep what was typed and say why', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await page.goto('/register')
  await fillRegistrationForm(page, { name: 'Nadia', photoUrl: 'ftp://photo', email: 'nadia', password: 'short' })
  await page.getByRole('radio', { name: 'Buyer' }).check()
  await submitRegistration(page)

  await expect(page.getByText('Enter a photo link that starts with https://.')).toBeVisible()
  await expect(page.getByText('Enter an e-mail address such as name@example.com.')).toBeVisible()
  await expect(page.getByText('Use a password of at least 8 characters.')).toBeVisible()
  await expect(page.getByLabel('Your Name')).toHaveValue('Nadia')
  await expect(page.getByLabel('Photo URL')).toHaveValue('ftp://photo')
  await expect(page.getByLabel('Email address')).toHaveValue('nadia')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short')
  await expect(page.getByRole('radio', { name: 'Buyer' })).toBeChecked()
})

test("a taken e-mail shows the identity provider's message, and all input stays", async ({ page, browserErrors }) => {
  browserErrors.allow('POST /api/auth/sign-up/email 409')
  await page.goto('/register')
  await fillRegistrationForm(page, { ...createNewPerson(), email: fixtures.karim.email })
  await submitRegistration(page)

  await expect(page.getByText('User already exists. Use another email.')).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(fixtures.karim.email)
  await expect(page.getByLabel('Your Name')).toHaveValue('Nadia Haque')
})

test(
  'the photo URL is filled with a photo of the phone, or with the initials',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    const person = createNewPerson('Nadia Haque')
    await page.goto('/register')
    await waitUntilReady(page)
    const field = page.getByLabel('Photo URL')
    const pictureUrl = /^\/pictures\/[0-9a-f]{32}\.webp$/
    const photo = page.getByRole('img', { name: 'Your photo' })
    const choosePhoto = async () => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add a photo' }).click()
      await (await choosing).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await createUniqueJpeg() })
    }
    await choosePhoto()
    await expect(field).toHaveValue(pictureUrl)
    await expect(photo).toBeVisible()
    // Read at once: the assertion has waited for it.
    const chosen = await field.inputValue()

    // The way back.
    await page.getByRole('button', { name: 'Use my initials' }).click()
    await expect(page.getByText('Enter your name first.')).toBeVisible()
    await expect(page.getByLabel('Your Name')).toBeFocused()
    await page.getByLabel('Your Name').fill(person.name)
    await page.getByRole('button', { name: 'Use my initials' }).click()
    await expect(field).not.toHaveValue(chosen)
    await expect(page.getByText('Enter your name first.')).toHaveCount(0)
    // Read at once: the assertion has waited for it.
    const initials = await field.inputValue()

    await choosePhoto()
    await expect(field).not.toHaveValue(initials)
    await expect(photo).toHaveJSProperty('naturalWidth', 320)
    await expect(photo, 'a square').toHaveJSProperty('naturalHeight', 320)

    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).pressSequentially(person.password)
    await expect(page.getByRole('radio', { name: 'Buyer' })).toBeChecked()
    await submitRegistration(page)
    await expect(findExactText(page, success)).toBeVisible()
  },
)

test('a photo that is no picture says so at its field', { tag: '@long' }, async ({ page, browserErrors }) => {
  browserErrors.allow('POST /api/profile-photos 415')
  await page.goto('/register')
  await waitUntilReady(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await (await choosing).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') })
  await expect(page.getByRole('status').filter({ hasText: 'not a JPEG, PNG, WebP or AVIF picture' })).toBeVisible()
})
