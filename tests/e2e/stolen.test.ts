// A member reports her bike stolen; an advertisement with its number is hidden while the report waits and while it is active.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'
import { expect, expectPage, findExactText, test, waitUntilReady } from './e2e-test.ts'
import { languages, type TestLanguage } from './languages.ts'
import { createBikeName, createListings, createPhonePhoto, findBikeRow, findCardByName } from './listing.ts'
import {
  confirmAddress,
  createClientFor,
  createMobileNumber,
  createWord,
  type Person,
  readSmsCode,
  registerBuyer,
  registerSeller,
} from './people.ts'
import type { TestServer } from './test-server.ts'

const gd = { gdNumber: '1187', policeStation: 'Mirpur Model Thana', gdOn: '2025-10-19' }

/** A member with a confirmed address and a proven phone. */
const registerReporter = async (server: TestServer): Promise<Person> => {
  const reporter = await registerBuyer(server, `Sadia ${createWord()}`)
  await confirmAddress(server, reporter)
  const client = await createClientFor(server, reporter)
  const number = createMobileNumber()
  await client('POST /phone/code', { body: { number } })
  await expect.poll(() => readSmsCode(server, number)).toMatch(/^\d{6}$/)
  await client('POST /phone/proof', { body: { code: await readSmsCode(server, number) } })
  return reporter
}

/** An advertisement with a chassis number that no other one has. */
const advertise = async (server: TestServer) => {
  const seller = await registerSeller(server, `Babul ${createWord()}`)
  const name = createBikeName()
  await createListings(server, seller, [name])
  const client = await createClientFor(server, seller)
  const [bike] = await client('GET /allbikes/myproduct')
  if (!bike) throw new Error('The seller has no bike.')
  const chassis = `PS2GIX155M${String(randomInt(10 ** 7)).padStart(7, '0')}`
  const body = { registration: null, engine: null, chassis }
  await client('PUT /allbikes/myproduct/:id/numbers', { params: { id: bike._id }, body })
  return { seller, name, chassis, path: `/bikes/${bike.slug}` }
}

type Advertisement = Awaited<ReturnType<typeof advertise>>

/** What a visitor finds: the page of the bike, and its card in the search. */
const createVisits = (visitor: Page, { localizePath, namespaces }: TestLanguage, { name, path }: Advertisement) => {
  const search = async () => {
    await visitor.goto(localizePath(`/bikes?q=${encodeURIComponent(name)}`))
    await waitUntilReady(visitor)
    return findCardByName(visitor, name)
  }
  return {
    expectShown: async () => {
      await expect(await search()).toBeVisible()
      await visitor.goto(localizePath(path))
      await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    },
    expectHidden: async () => {
      await expect(await search()).toHaveCount(0)
      await visitor.goto(localizePath(path))
      await expect(visitor.getByRole('heading', { name: namespaces.notFound.pageNotFound.heading })).toBeVisible()
    },
  }
}

/** A moderator opens the report of this member, and sees the photo and the number. */
const openReport = async (moderator: Page, { localizePath, namespaces }: TestLanguage, of: Person, chassis: string) => {
  const { check } = namespaces.stolen
  await moderator.goto(localizePath('/dashboard/stolen-reports'))
  await moderator.getByRole('button', { name: check.openLabel(of.name), exact: true }).click()
  await expect(moderator.getByRole('img', { name: check.photoAlt })).toBeVisible()
  const report = moderator.getByRole('region', { name: check.photoAlt })
  await expect(report.getByText(chassis, { exact: true })).toBeVisible()
  await expect(report.getByText(gd.policeStation, { exact: true })).toBeVisible()
  return report
}

/** The member's own reports. */
const findOwnReport = (page: Page, { namespaces }: TestLanguage, chassis: string) =>
  page.getByRole('region', { name: namespaces.stolen.own.yours }).getByRole('listitem').filter({ hasText: chassis })

for (const language of languages) {
  const { name: languageName, namespaces, localizePath } = language
  const { own, check } = namespaces.stolen
  const { waits, told, rules } = namespaces.publishing
  const { form, check: checkBike } = namespaces.vehicleNumbers
  const { mine } = namespaces.selling
  const photo = namespaces.papers.own

  test(
    `a stolen bike is reported, looked at, put into the register and taken back by its owner (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, page: visitor, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^GET (?:\/bn)?\/bikes\/[\w-]+ 404$/)
      const advertisement = await advertise(server)
      const { seller, name, chassis } = advertisement
      const owner = await registerReporter(server)
      const visits = createVisits(visitor, language, advertisement)
      await visits.expectShown()

      const owners = await openPageAs(owner)
      await owners.goto(localizePath('/dashboard/stolen'))
      await expectPage(owners, { path: '/dashboard/stolen', heading: own.title })
      await waitUntilReady(owners)
      await owners.getByLabel(form.chassis).fill(chassis)
      await owners.getByRole('textbox', { name: own.gdNumber, exact: true }).fill(gd.gdNumber)
      await owners.getByRole('textbox', { name: own.policeStation, exact: true }).fill(gd.policeStation)
      await owners.getByLabel(own.gdOn).fill(gd.gdOn)
      await owners.getByRole('button', { name: own.submit, exact: true }).click()
      await expect(owners.getByText(own.noPhoto)).toBeVisible()
      await expect(owners.getByRole('textbox', { name: own.gdNumber, exact: true })).toHaveValue(gd.gdNumber)
      await expect(owners.getByLabel(own.gdOn)).toHaveValue(gd.gdOn)
      await owners.getByLabel(photo.pick).setInputFiles(await createPhonePhoto())
      await expect(owners.getByRole('img', { name: photo.yourPhoto })).toBeVisible()
      await owners.getByRole('button', { name: own.submit, exact: true }).click()
      await expect(findExactText(owners, own.sent)).toBeVisible()
      const report = findOwnReport(owners, language, chassis)
      await expect(report.getByText(own.states.waiting, { exact: true })).toBeVisible()
      await expect(owners.getByRole('textbox', { name: own.gdNumber, exact: true })).toHaveValue('')

      await visits.expectHidden()
      const sellers = await openPageAs(seller)
      await sellers.goto(localizePath('/dashboard/myproducts'))
      const row = findBikeRow(sellers, name)
      await expect(row.getByText(mine.statuses.waiting)).toBeVisible()
      await row.getByRole('link', { name: mine.whyHidden }).click()
      await expectPage(sellers, { path: /\/waits$/, heading: waits.title })
      const main = sellers.getByRole('main')
      await expect(main.getByRole('heading', { name: told.papers_check.heading })).toBeVisible()
      await expect(main).not.toContainText(rules.reported_stolen)
      await expect(main).not.toContainText(gd.policeStation)

      const moderator = await openPageAs('imran')
      const opened = await openReport(moderator, language, owner, chassis)
      await expect(opened.getByRole('link', { name, exact: true })).toBeVisible()
      await opened.getByRole('button', { name: check.confirm, exact: true }).click()
      const asked = moderator.getByRole('dialog')
      await expect(asked.getByText(check.sureText)).toBeVisible()
      await asked.getByRole('button', { name: check.confirm, exact: true }).click()
      await expect(findExactText(moderator, check.success)).toBeVisible()
      await expect(moderator.getByRole('button', { name: check.openLabel(owner.name), exact: true })).toHaveCount(0)

      const buyer = await registerBuyer(server)
      await confirmAddress(server, buyer)
      const buyers = await openPageAs(buyer)
      await buyers.goto(localizePath('/dashboard/check'))
      await expectPage(buyers, { path: '/dashboard/check', heading: checkBike.title })
      await buyers.getByLabel(checkBike.chassis).fill(chassis)
      await buyers.getByRole('button', { name: checkBike.submit, exact: true }).click()
      await expect(buyers.getByRole('heading', { name: checkBike.answers.reported.heading })).toBeVisible()

      await owners.reload()
      await waitUntilReady(owners)
      await expect(report.getByText(own.states.active, { exact: true })).toBeVisible()
      await report.getByRole('button', { name: own.withdraw, exact: true }).click()
      const sure = owners.getByRole('dialog')
      await expect(sure.getByText(own.sureText)).toBeVisible()
      await sure.getByRole('button', { name: own.withdraw, exact: true }).click()
      await expect(findExactText(owners, own.withdrawn)).toBeVisible()
      await expect(report.getByText(own.states.withdrawn, { exact: true })).toBeVisible()
      await visits.expectShown()
    },
  )

  test(
    `a moderator refuses a report that was made against a seller, and the advertisement is back (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, page: visitor, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^GET (?:\/bn)?\/bikes\/[\w-]+ 404$/)
      const advertisement = await advertise(server)
      const { chassis } = advertisement
      const rival = await registerReporter(server)
      const client = await createClientFor(server, rival)
      const { fileId } = await client('POST /stolen/files', { form: createUploadForm(await createUniqueJpeg()) })
      await client('POST /stolen', { body: { registration: null, engine: null, chassis, ...gd, fileId } })
      const visits = createVisits(visitor, language, advertisement)
      await visits.expectHidden()

      const moderator = await openPageAs('imran')
      await openReport(moderator, language, rival, chassis)
      await moderator.keyboard.press('5')
      await expect(findExactText(moderator, check.success)).toBeVisible()
      await visits.expectShown()

      const rivals = await openPageAs(rival)
      await rivals.goto(localizePath('/dashboard/stolen'))
      const report = findOwnReport(rivals, language, chassis)
      await expect(report.getByText(own.states.refused, { exact: true })).toBeVisible()
      await expect(report.getByText(own.reasons.false)).toBeVisible()
      await expect(report.getByRole('button', { name: own.withdraw, exact: true })).toHaveCount(0)
    },
  )
}
