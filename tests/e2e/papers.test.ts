// A seller shows the papers of a bike, a moderator checks them, and a visitor reads what was checked.
import { languages } from './languages.ts'
import { expect, expectPage, findExactText, test } from './e2e-test.ts'
import { createBikeName, createLargePhonePhoto, createListings, createPhonePhoto } from './listing.ts'
import { createClientFor, createWord, registerSeller } from './people.ts'

for (const language of languages) {
  const { name: languageName, messages, namespaces, localizePath, format } = language
  const { papers, bikePage, selling } = namespaces
  const { own, check } = papers
  const { kinds, says, states } = bikePage.papers

  test(
    `a seller shows a paper, a moderator refuses and then checks it, and a visitor sees it checked (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, page: visitor, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^GET \/api\/papers\/files\/[\w-]+ 503$/)
      const seller = await registerSeller(server, `Babul ${createWord()}`)
      const name = createBikeName()
      await createListings(server, seller, [name])
      const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
      const bikePath = localizePath(`/bikes/${bike?.slug}`)
      await visitor.goto(bikePath)
      const passport = visitor.getByRole('region', { name: bikePage.papers.heading })
      await expect(passport.getByText(bikePage.papers.none)).toBeVisible()

      const sellers = await openPageAs(seller)
      await sellers.goto(localizePath('/dashboard/myproducts'))
      await sellers.getByLabel(selling.mine.moreActs(name), { exact: true }).click()
      await sellers.getByRole('link', { name: selling.mine.papersLabel(name) }).click()
      await expect(sellers.getByRole('heading', { name: own.kinds.registration.name })).toBeVisible()
      await sellers.getByRole('button', { name: own.save }).click()
      await expect(sellers.getByText(own.choose)).toBeVisible()
      await sellers.getByRole('radio', { name: own.answers.registration.mine }).check()
      await sellers.getByLabel(own.pick).setInputFiles(await createPhonePhoto())
      await expect(sellers.getByRole('img', { name: own.yourPhoto })).toBeVisible()
      await sellers.getByRole('button', { name: own.save }).click()
      await expect(sellers.getByRole('heading', { name: own.kinds.tax_token.name })).toBeVisible()
      await sellers.getByRole('radio', { name: own.answers.tax_token.none }).check()
      await sellers.getByRole('button', { name: own.save }).click()
      await expect(sellers.getByRole('heading', { name: own.kinds.plate.name })).toBeVisible()

      const moderator = await openPageAs('imran')
      await moderator.goto(localizePath('/dashboard/papers'))
      const openLabel = check.openLabel(kinds.registration, name)
      // The photo does not come at first.
      const files = '**/api/papers/files/*'
      await moderator.route(files, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
      await moderator.getByRole('button', { name: openLabel }).click()
      const alert = moderator.getByRole('alert')
      await expect(alert).toContainText(messages.errorPage.unexplained)
      await alert.getByRole('button', { name: messages.errorPage.retry }).click()
      await expect(moderator.getByRole('img', { name: check.photoAlt(kinds.registration) })).toBeVisible()
      await expect(moderator.getByText(says.registration.mine)).toBeVisible()
      await moderator.keyboard.press('4')
      await expect(findExactText(moderator, check.success)).toBeVisible()
      await expect(moderator.getByRole('button', { name: openLabel })).toBeHidden()

      await sellers.goto(localizePath('/dashboard/notifications'))
      await sellers.getByRole('main').getByRole('link', { name }).first().click()
      await expectPage(sellers, { path: /\/papers$/, heading: own.title })
      await sellers.getByRole('link', { name: kinds.registration }).click()
      await expect(sellers.getByText(own.faults.covered)).toBeVisible()
      // A large photo takes a while to be made smaller; saving waits for it.
      await sellers.getByLabel(own.pick).setInputFiles(await createLargePhonePhoto())
      await sellers.getByRole('button', { name: own.save }).click()
      await expect(findExactText(sellers, own.saved)).toBeVisible()

      await moderator.goto(localizePath('/dashboard/papers'))
      await moderator.getByRole('button', { name: openLabel }).click()
      await moderator.getByRole('button', { name: check.checked, exact: true }).click()
      const dialog = moderator.getByRole('dialog')
      await dialog.getByRole('button', { name: check.checked, exact: true }).click()
      await expect(findExactText(moderator, check.success)).toBeVisible()

      await visitor.goto(bikePath)
      const registration = passport.getByRole('listitem').filter({ hasText: says.registration.mine })
      await expect(registration.getByText(states.checked, { exact: true })).toBeVisible()
      await expect(passport.getByText(bikePage.papers.checked(format.digits(1), format.digits(5)))).toBeVisible()
    },
  )
}
