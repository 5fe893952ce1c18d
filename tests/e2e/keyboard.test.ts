// All tasks of buyers, sellers and the admin with the keyboard alone, in both languages.
import type { Page } from '@playwright/test'
import { findPayButton } from './card.ts'
import { findCard, getDemoBike, type BikeKey } from './bikes.ts'
import { expect, expectPage, waitUntilReady, test } from './e2e-test.ts'
import { chooseRadio, findAnnouncement, tabTo, typeInto } from './keyboard.ts'
import { languages, type TestLanguage } from './languages.ts'
import { createPhonePhoto, typedBike } from './listing.ts'
import { servePhotos, registerSeller, createNewPerson } from './people.ts'

// A payment holds its bike, so each language has its own.
const bikeToPay: Record<TestLanguage['code'], BikeKey> = { en: 'apache4v-mirpur', bn: 'apache4v-uposhohor' }
const bikeToWish: Record<TestLanguage['code'], BikeKey> = { en: 'apache4v-jatrabari', bn: 'apache4v-jatrabari' }

const findOrderRow = (page: Page, key: BikeKey) => page.getByRole('row').filter({ hasText: getDemoBike(key).name })

for (const language of languages) {
  const { code, messages, namespaces, localizePath, name } = language
  const { buyer: buying, auth, productForm, selling, admin, homeBelowFold, account } = language.namespaces

  test.describe(`in ${name}`, () => {
    test(
      'with the keyboard alone a buyer logs in, books and pays',
      { tag: code === 'en' ? '@desktop' : '@long' },
      async ({ page, context, buyer }) => {
        test.slow()
        await servePhotos(context)
        await page.goto(localizePath('/login?from=%2FcategoryDetails%2FTVS'))
        await waitUntilReady(page)
        await typeInto(page, page.getByLabel(auth.login.email), buyer.email)
        await typeInto(page, page.getByLabel(auth.login.password, { exact: true }), buyer.password)
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`${localizePath('/categoryDetails/TVS')}$`))

        await tabTo(page, findCard(page, bikeToPay[code]).getByRole('button', { name: messages.card.bookNow }))
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByLabel(buying.booking.contactNumber)).toBeFocused()
        // Escape closes the dialog and returns the focus to the button.
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(findCard(page, bikeToPay[code]).getByRole('button', { name: messages.card.bookNow })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(dialog.getByLabel(buying.booking.contactNumber)).toBeFocused()
        await page.keyboard.type('01712345678')
        await typeInto(page, dialog.getByLabel(buying.booking.meetingLocation), 'Mirpur 1, beside the market')
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, buying.booking.success)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)

        await tabTo(page, findCard(page, bikeToWish[code]).getByRole('button', { name: messages.card.addToWishlist }))
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, messages.card.addedToWishlist)).toBeVisible()

        await page.goto(localizePath('/dashboard'))
        await tabTo(
          page,
          findOrderRow(page, bikeToPay[code]).getByRole('link', { name: buying.purchases.pay, exact: true }),
        )
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/dashboard\/payment\//)
        const pay = findPayButton(page)
        await expect(pay).toBeEnabled()
        // Stripe's own fields are in its own language.
        await tabTo(page, page.getByRole('textbox').first())
        // A full card field moves the focus to the next one.
        await page.keyboard.type('42424242424242421234123')
        await tabTo(page, pay)
        await page.keyboard.press('Enter')

        await expect(page.getByText(buying.payment.congrats)).toBeVisible()
      },
    )

    test(
      'with the keyboard alone a person registers as a seller and adds a product',
      { tag: '@long' },
      async ({ page, context, server }) => {
        test.slow()
        await servePhotos(context)
        const person = createNewPerson()
        server.sellers.push(person)
        const { login } = auth
        const { register } = language.namespaces
        const [{ add }, { mine }] = [productForm, selling]
        // Must be set before the file dialog opens, so that Playwright replaces it.
        const photo = await createPhonePhoto()
        page.on('filechooser', (chooser) => void chooser.setFiles(photo))
        await page.goto(localizePath('/register?from=%2Fdashboard%2Faddproducts'))
        await waitUntilReady(page)
        await typeInto(page, page.getByLabel(register.name), person.name)
        await tabTo(page, page.locator('summary').filter({ hasText: register.photoLink }))
        await page.keyboard.press('Enter')
        await typeInto(page, page.getByLabel(register.photo), person.photoUrl)
        await typeInto(page, page.getByLabel(register.email), person.email)
        await typeInto(page, page.getByLabel(register.password, { exact: true }), person.password)
        // Whoever comes from the form of a new bike finds it chosen.
        await expect(page.getByRole('radio', { name: register.seller })).toBeChecked()
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/login\?/)
        // The registration form has a password field too.
        await expectPage(page, { path: '/login', heading: login.title })
        await tabTo(page, page.getByRole('main').getByRole('button', { name: login.submit, exact: true }))
        await page.keyboard.press('Enter')

        await expect(page.getByRole('heading', { name: add.heading })).toBeVisible()
        await tabTo(page, page.getByLabel(add.image, { exact: true }))
        await page.keyboard.press('Enter')
        await expect(page.getByRole('status', { includeHidden: true }).filter({ hasText: add.uploaded })).toHaveCount(1)
        await chooseRadio(page, add.category, add.categories.TVS)
        for (const field of ['productName', 'purchaseTime'] as const)
          await typeInto(page, page.getByLabel(add[field], { exact: true }), typedBike[field])
        // The year fills in the years of use, which then stand as one line.
        await tabTo(page, page.getByRole('button', { name: `${add.change}: ${add.usedTime}` }))
        await page.keyboard.press('Enter')
        await expect(page.getByLabel(add.usedTime, { exact: true })).toBeFocused()
        for (const field of ['salePrice', 'originalPrice'] as const)
          await typeInto(page, page.getByLabel(add[field], { exact: true }), typedBike[field])
        await chooseRadio(page, add.condition, messages.card.conditions.Good)
        for (const field of ['contactNumber', 'location'] as const)
          await typeInto(page, page.getByLabel(add[field], { exact: true }), typedBike[field])
        await tabTo(page, page.getByRole('button', { name: add.submit }))
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: mine.heading('1') })).toBeVisible()

        await tabTo(page, page.getByRole('button', { name: mine.advertise(typedBike.productName) }))
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, mine.advertiseSuccess)).toBeVisible()
      },
    )

    test(
      'with the keyboard alone the admin verifies and deletes a seller',
      { tag: '@long' },
      async ({ openPageAs, server, browserName }) => {
        const seller = await registerSeller(server, `Zahid by the keyboard ${code}`)
        const { people, sellers } = admin
        const page = await openPageAs('ayesha')
        // Whoever came before stands before them, page by page.
        await page.goto(localizePath(`/dashboard/allsellers?search=${encodeURIComponent(seller.email)}`))
        const row = page.getByRole('row').filter({ hasText: seller.email })
        // Without a number and a bike the button stands behind "More".
        await tabTo(page, row.locator('summary'))
        await page.keyboard.press('Enter')
        await tabTo(page, row.getByRole('button', { name: sellers.verifyLabel(seller.name) }))
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog')
        await tabTo(page, dialog.getByRole('radio').first())
        await page.keyboard.press('Space')
        await tabTo(page, dialog.getByRole('button', { name: sellers.verify, exact: true }))
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, sellers.verifySuccess)).toBeVisible()
        await expect(row.getByText(sellers.verified, { exact: true })).toBeVisible()

        await tabTo(page, row.locator('summary'))
        await page.keyboard.press('Enter')
        for (const name of [
          sellers.badge.againLabel(seller.name),
          sellers.badge.takeBackLabel(seller.name),
          people.deleteLabel(seller.name),
        ]) {
          await page.keyboard.press('Tab')
          await expect(row.getByRole('button', { name })).toBeFocused()
        }
        await page.keyboard.press('Enter')
        await expect(dialog.getByRole('button', { name: people.cancel, exact: true })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(row.getByRole('button', { name: people.deleteLabel(seller.name) })).toBeFocused()
        await page.keyboard.press('Enter')
        // A fast person presses the next key before the dialog's close event. Firefox's driver reorders such keys.
        if (browserName === 'chromium') await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')])
        // "Delete" stands before "Keep", which has the focus.
        await page.keyboard.press('Shift+Tab')
        await tabTo(page, dialog.getByRole('button', { name: people.delete, exact: true }))
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, sellers.deleteSuccess)).toBeVisible()
        await expect(row).toHaveCount(0)
      },
    )

    test(
      'with the keyboard alone a person sends a message, pauses the slides, and changes their name',
      { tag: '@long' },
      async ({ openPageAs, buyer }) => {
        const page = await openPageAs(buyer)
        await page.goto(localizePath('/'))
        await waitUntilReady(page)
        const { carousel } = namespaces.home
        await tabTo(page, page.getByRole('button', { name: carousel.pause }))
        await page.keyboard.press('Space')
        await expect(page.getByRole('button', { name: carousel.play })).toBeFocused()

        const { contact } = homeBelowFold
        const main = page.getByRole('main')
        await main.getByLabel(contact.email, { exact: true }).scrollIntoViewIfNeeded()
        await typeInto(page, main.getByLabel(contact.email, { exact: true }), buyer.email)
        await typeInto(page, main.getByLabel(contact.message), 'Are you open on Friday?')
        await tabTo(page, main.getByRole('button', { name: contact.submit }))
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, contact.success)).toBeVisible()

        await page.goto(localizePath('/dashboard/account'))
        const { profile } = account.account
        await tabTo(page, page.getByLabel(profile.name))
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type('Nadia of the keyboard')
        await tabTo(page, page.getByRole('button', { name: profile.submit, exact: true }))
        await page.keyboard.press('Enter')
        await expect(findAnnouncement(page, profile.success)).toBeVisible()
      },
    )
  })
}

test('the first Tab stop is the link to the content', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/blog')
  await waitUntilReady(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
})

test('a toast is announced to screen readers', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await waitUntilReady(page)
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click()

  const toast = page.getByRole('alert').filter({ hasText: 'Please log in to add to your wishlist' })
  await expect(toast).toBeVisible()
  await expect(toast).toHaveAttribute('aria-live', 'assertive')
})
