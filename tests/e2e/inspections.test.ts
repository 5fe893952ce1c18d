// At the meeting a buyer looks at the bike point by point, without a connection; the seller reads what was signed.
import { createReservedBike } from './deals.ts'
import { expect, findExactText, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createClientFor } from './people.ts'

for (const language of languages) {
  const { name: languageName, namespaces, localizePath } = language
  const { deals, inspections } = namespaces
  const { checklist, groups, marks, points, report, summary } = inspections

  test(
    `a buyer answers without a connection, signs once, and the seller reads it (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/ net::ERR_(?:INTERNET_DISCONNECTED|FAILED)$/)
      const { id, seller } = await createReservedBike(server, buyer)
      const [ofSeller, ofBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
      const params = { id }
      const meetAt = new Date(Date.now() + 30 * 3_600_000).toISOString()
      await ofSeller('PUT /deals/:id/meeting', { params, body: { meetAt, place: 'Padma petrol pump' } })
      await ofBuyer('PUT /deals/:id/meeting', { params, body: { agree: true } })
      const { slug } = await ofBuyer('GET /deals/:id', { params })
      const listInspections = async () =>
        (await ofBuyer('GET /bikes/:slug/inspections', { params: { slug } })).inspections

      const page = await openPageAs(buyer)
      await page.goto(localizePath(`/dashboard/deal/${id}`))
      await page.getByRole('button', { name: deals.inspections.begin }).click()
      await expect(page.getByRole('heading', { level: 2, name: groups.cold_start })).toBeVisible()
      const [begun] = await listInspections()
      const inspectionId = begun?._id ?? ''
      const readAnswers = async () => {
        const { answers } = await ofBuyer('GET /inspections/:id', { params: { id: inspectionId } })
        return answers.map(({ point, mark, note }) => [point, mark, note])
      }
      const choose = (point: keyof typeof points, mark: keyof typeof marks) =>
        page
          .getByRole('group', { name: points[point].name, exact: true })
          .getByRole('radio', { name: marks[mark], exact: true })
      const smokeWords = page.getByLabel(checklist.wordsLabel(points.smoke.name))

      // The screens change and the answers stay without a connection.
      await page.context().setOffline(true)
      await choose('starts', 'good').check()
      await expect(findExactText(page, checklist.states.offline)).toBeVisible()
      await page.getByRole('link', { name: checklist.next(groups.engine), exact: true }).click()
      await expect(page.getByRole('heading', { level: 2, name: groups.engine })).toBeFocused()
      await choose('smoke', 'bad').check()
      await smokeWords.fill('Blue smoke')
      expect(await readAnswers()).toEqual([])

      // The page is loaded anew before the server has them.
      const answersPath = '**/api/inspections/*/answers'
      await page.route(answersPath, (route) => route.abort())
      await page.context().setOffline(false)
      await page.reload()
      await expect(choose('smoke', 'bad')).toBeChecked()
      await expect(smokeWords).toHaveValue('Blue smoke')
      await expect(findExactText(page, checklist.states.offline)).toBeVisible()
      expect(await readAnswers()).toEqual([])
      await page.unroute(answersPath)
      // The connection comes back once more.
      await page.context().setOffline(true)
      await page.context().setOffline(false)
      await expect(findExactText(page, checklist.states.sent)).toBeVisible()
      expect(await readAnswers()).toEqual([
        ['starts', 'good', null],
        ['smoke', 'bad', 'Blue smoke'],
      ])

      await page
        .getByRole('navigation', { name: checklist.groups })
        .getByRole('link', { name: checklist.found })
        .click()
      await expect(findExactText(page, summary.readers.sides)).toBeVisible()
      await page.getByLabel(summary.kilometres).fill('22,150')
      // The answer to the first request is lost, and the request is sent again.
      await page.route('**/api/inspections/*/sign', async (route) => {
        await route.fetch()
        await route.fulfill({ response: await route.fetch() })
      })
      await page.getByRole('button', { name: summary.sign, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: summary.sign, exact: true }).click()
      await expect(findExactText(page, report.signed)).toBeVisible()
      await expect(page.getByRole('radio')).toHaveCount(0)
      expect((await listInspections()).map(({ state, bad, good }) => [state, bad, good])).toEqual([['signed', 1, 1]])
      const { contentHash, kilometres } = await ofBuyer('GET /inspections/:id', { params: { id: inspectionId } })
      expect(kilometres).toBe(22_150)
      await expect(page.getByText(contentHash ?? '')).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('button', { name: report.print })).toBeHidden()

      const sellers = await openPageAs(seller)
      await sellers.goto(localizePath(`/dashboard/deal/${id}`))
      await sellers.getByRole('link', { name: deals.inspections.found.seller }).click()
      await expect(sellers.getByText('Blue smoke')).toBeVisible()
      await expect(sellers.getByText(contentHash ?? '')).toBeVisible()
    },
  )
}
