// A report, what a moderator decides about it with the keyboard, and what the seller and the reporter learn.
import { languages } from './languages.ts'
import { expect, expectPage, findExactText, test } from './e2e-test.ts'
import { createBikeName, createListings, findBikeRow, openMoreWith } from './listing.ts'
import { createWord, createClientFor, registerBuyer, registerSeller } from './people.ts'

for (const language of languages) {
  const { name: languageName, namespaces, localizePath } = language
  const { queue, reasons, report, standing } = namespaces.cases

  test(
    `a bike is reported, hidden by a moderator, and shown again after an appeal (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, browserErrors, server }) => {
      test.slow()
      browserErrors.allow(/^GET (?:\/bn)?\/bikes\/[\w-]+ 404$/)
      const seller = await registerSeller(server, `Babul ${createWord()}`)
      const buyer = await registerBuyer(server)
      const name = createBikeName()
      await createListings(server, seller, [name])
      const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
      const bikePath = localizePath(`/bikes/${bike?.slug}`)

      const reporter = await openPageAs(buyer)
      await reporter.goto(bikePath)
      await reporter.getByRole('button', { name: namespaces.bikePage.report.bike }).click()
      const dialog = reporter.getByRole('dialog')
      await dialog.getByRole('button', { name: report.submit, exact: true }).click()
      await expect(dialog.getByText(report.missing.reason)).toBeVisible()
      await dialog.getByRole('radio', { name: reasons.advance_money }).check()
      await dialog.getByLabel(report.words).fill('bKash 5000 first')
      await dialog.getByRole('button', { name: report.submit, exact: true }).click()
      await expect(dialog.getByRole('heading', { name: report.doneHeading })).toBeVisible()
      await dialog.getByRole('link', { name: report.mine }).click()
      await expectPage(reporter, { path: '/dashboard/standing', heading: standing.title })
      // The dialog took its own style sheet along.
      await expect(reporter.locator('.standing')).toHaveCSS('display', 'grid')
      await expect(reporter.getByText(standing.outcomes.waits)).toBeVisible()

      const moderator = await openPageAs('imran')
      await moderator.goto(localizePath('/dashboard/cases'))
      await moderator.getByRole('link', { name }).click()
      await expect(moderator.getByText('bKash 5000 first')).toBeVisible()
      await moderator.getByRole('checkbox', { name: queue.keys }).uncheck()
      await moderator.keyboard.press('3')
      await expect(moderator.getByRole('radio', { name: new RegExp(queue.decisions.hide) })).not.toBeChecked()
      await moderator.getByRole('checkbox', { name: queue.keys }).check()
      await moderator.keyboard.press('3')
      await expect(moderator.getByRole('radio', { name: new RegExp(queue.decisions.hide) })).toBeChecked()
      const reason = moderator.getByLabel(queue.reason)
      await expect(reason).toBeFocused()
      await reason.pressSequentially('3 j')
      await expect(reason).toHaveValue(`${queue.suggested.hide}3 j`)
      await reason.press('Control+Enter')
      await expect(findExactText(moderator, queue.success)).toBeVisible()

      await reporter.goto(bikePath)
      await expect(reporter.getByRole('heading', { name: namespaces.notFound.pageNotFound.heading })).toBeVisible()
      await reporter.goto(localizePath('/dashboard/standing'))
      await expect(reporter.getByText(standing.outcomes.upheld)).toBeVisible()

      const owner = await openPageAs(seller)
      await owner.goto(localizePath('/dashboard/myproducts'))
      await owner.getByRole('link', { name: namespaces.selling.mine.whyHidden }).click()
      await expect(owner.getByRole('heading', { name: standing.decisions.hide })).toBeVisible()
      await owner.getByLabel(standing.appeal).fill('I asked nobody for money.')
      await owner.getByRole('button', { name: standing.submit, exact: true }).click()
      await expect(owner.getByText(standing.waiting)).toBeVisible()

      await moderator.goto(localizePath('/dashboard/cases'))
      await moderator.getByRole('link', { name }).click()
      await expect(moderator.getByText(queue.byAnother)).toBeVisible()
      const admin = await openPageAs('ayesha')
      await admin.goto(localizePath('/dashboard/cases'))
      await admin.getByRole('link', { name }).click()
      await admin.getByRole('radio', { name: queue.answers.taken_back }).check()
      await admin.getByLabel(queue.answerReason).fill('We were wrong.')
      await admin.getByRole('button', { name: queue.send, exact: true }).click()
      await expect(findExactText(admin, queue.success)).toBeVisible()
      await reporter.goto(bikePath)
      await expect(reporter.getByRole('heading', { level: 1, name })).toBeVisible()
    },
  )
}

for (const language of languages) {
  const { name: languageName, namespaces, localizePath } = language
  const { waits, told, rules } = namespaces.publishing
  const { mine } = namespaces.selling

  test(
    `moderators walk through the queue with j and k (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, server }) => {
      const seller = await registerSeller(server, `Selim ${createWord()}`)
      const description = 'Border cross bike, send 5,000 taka advance by bKash.'
      await createListings(server, seller, [createBikeName(), createBikeName()], [], { description })
      const page = await openPageAs('imran')
      await page.goto(localizePath('/dashboard/cases'))
      const links = page.getByRole('region', { name: namespaces.cases.queue.list }).getByRole('link')
      await expect(links.nth(1)).toBeVisible()
      // Read at once: nothing else changes the queue of this server meanwhile.
      const [first = '', second = ''] = await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute('href') ?? ''),
      )
      for (const [key, path] of [
        ['j', first],
        ['j', second],
        ['k', first],
      ] as const) {
        await page.keyboard.press(key)
        await expect(page).toHaveURL(path)
        // The address changes before the list does, and the next key goes by the list, which a phone hides beside a case.
        await expect(page.locator('a[aria-current=true]')).toHaveAttribute('href', path)
      }
    },
  )

  test(
    `an advertisement of a fraud waits; its seller changes it, and another is published by a moderator (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, browserErrors, server }) => {
      test.slow()
      browserErrors.allow(/^GET (?:\/bn)?\/bikes\/[\w-]+ 404$/)
      const seller = await registerSeller(server, `Selim ${createWord()}`)
      const [mended, published] = [createBikeName(), createBikeName()]
      const description = 'Border cross bike, send 5,000 taka advance by bKash.'
      await createListings(server, seller, [mended, published], [], { description })

      const owner = await openPageAs(seller)
      await owner.goto(localizePath('/dashboard/myproducts'))
      const row = findBikeRow(owner, mended)
      await expect(row.getByText(mine.statuses.waiting)).toBeVisible()
      await row.getByRole('link', { name: mine.whyHidden }).click()
      await expect(owner.getByRole('heading', { name: waits.title })).toBeVisible()
      await expect(owner.getByRole('heading', { name: told.border_words.heading })).toBeVisible()
      await owner.getByRole('link', { name: waits.edit }).click()
      const text = owner.getByLabel(namespaces.bikeDetails.description)
      await text.fill('One owner, papers complete.')
      await owner.getByRole('button', { name: namespaces.bikeDetails.edit.submit, exact: true }).click()
      await expect(findBikeRow(owner, mended).getByText(mine.statuses.available)).toBeVisible()

      const moderator = await openPageAs('imran')
      await moderator.goto(localizePath('/dashboard/cases'))
      await expect(moderator.getByRole('link', { name: mended })).toHaveCount(0)
      await moderator.getByRole('link', { name: published }).click()
      const panel = moderator.getByRole('region', { name: published })
      await expect(panel.getByText(rules.border_words)).toBeVisible()
      await moderator.keyboard.press('1')
      await expect(
        moderator.getByRole('radio', { name: new RegExp(namespaces.cases.queue.decisions.nothing) }),
      ).toBeChecked()
      await moderator.getByRole('button', { name: namespaces.cases.queue.submit, exact: true }).click()
      await expect(findExactText(moderator, namespaces.cases.queue.success)).toBeVisible()

      await owner.reload()
      const line = findBikeRow(owner, published)
      await line.getByRole('button', { name: mine.advertise(published) }).click()
      const stop = owner.getByLabel(mine.offLabel(published), { exact: true })
      await openMoreWith(owner, stop)
      await stop.click()
      await owner.getByRole('dialog').getByRole('button', { name: mine.offConfirm, exact: true }).click()
      await expect(line.getByRole('button', { name: mine.advertise(published) })).toBeVisible()
    },
  )
}

for (const language of languages) {
  const { name: languageName, namespaces, localizePath } = language
  const { queue } = namespaces.cases

  test(
    `a removal is proposed by a moderator and done by the admin, who reads why (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, server }) => {
      test.slow()
      const seller = await registerSeller(server, `Selim ${createWord()}`)
      const name = createBikeName()
      const description = 'Border cross bike, send 5,000 taka advance by bKash.'
      await createListings(server, seller, [name], [], { description })
      const openCase = async (who: 'imran' | 'ayesha') => {
        const page = await openPageAs(who)
        await page.goto(localizePath('/dashboard/cases'))
        await page.getByRole('link', { name }).click()
        return { page, panel: page.getByRole('region', { name }) }
      }

      const { page: moderator, panel } = await openCase('imran')
      await expect(panel.getByRole('radio', { name: queue.removal.propose })).toBeVisible()
      await moderator.keyboard.press('7')
      await panel.getByLabel(queue.reason).fill('The same fraud as last week.')
      await panel.getByRole('button', { name: queue.submit, exact: true }).click()
      await expect(findExactText(moderator, queue.removal.success)).toBeVisible()
      await moderator.goto(localizePath('/dashboard/cases'))
      await moderator.getByRole('link', { name }).click()
      await expect(panel.getByText(queue.removal.mine)).toBeVisible()
      await expect(panel.getByRole('radio', { name: queue.decisions.nothing })).toBeVisible()
      await expect(panel.getByRole('radio', { name: queue.removal.confirm })).toHaveCount(0)

      const { page: admin, panel: seen } = await openCase('ayesha')
      await expect(seen.getByText('The same fraud as last week.')).toBeVisible()
      await admin.keyboard.press('7')
      await expect(seen.getByRole('radio', { name: queue.removal.confirm })).toBeChecked()
      await expect(seen.getByLabel(queue.reason)).toHaveValue('The same fraud as last week.')
      await seen.getByRole('button', { name: queue.submit, exact: true }).click()
      await expect(findExactText(admin, queue.success)).toBeVisible()
      await admin.goto(localizePath('/dashboard/cases?state=decided'))
      await admin.getByRole('link', { name }).click()
      await expect(seen.getByText(queue.decisions.remove)).toBeVisible()
    },
  )
}

test('cases that cannot be loaded keep their tabs', { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
  browserErrors.allow(/^GET \/api\/cases\S* 503$/)
  const page = await openPageAs('imran')
  await page.route(
    (url) => url.pathname === '/api/cases' && url.searchParams.get('state') === 'decided',
    (route) => route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Not now.' } }),
  )
  await page.goto('/dashboard/cases')
  const tabs = page.getByRole('navigation', { name: 'Which cases' })
  await tabs.getByRole('link', { name: 'Decided' }).click()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Decided' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'To decide' }).click()
  await expect(tabs.getByRole('link', { name: 'To decide' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the menu of a moderator has how many cases are to decide', { tag: '@long' }, async ({ openPageAs }) => {
  const page = await openPageAs('imran')
  await page.route('**/api/cases/count', (route) => route.fulfill({ json: { open: 3 } }))
  await page.goto('/dashboard/cases')
  const menu = page.getByRole('navigation', { name: 'Dashboard', exact: true })
  await expect(menu.getByRole('link', { name: /^Cases.*3 to decide/ })).toBeVisible()
})
