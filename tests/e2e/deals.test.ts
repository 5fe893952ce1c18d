// A deal between two people, side by side: a buyer's phone and a seller's phone.
import type { Page } from '@playwright/test'
import { fixtures } from '#seed/fixtures.ts'
import { getDemoBike } from './bikes.ts'
import { createReservedBike } from './deals.ts'
import { expect, findExactText, readAttribute, readText, test, longUnless } from './e2e-test.ts'
import { createPattern, languages } from './languages.ts'
import { addToWishlist, book, createClientFor, getPerson } from './people.ts'
import { expectNothingCovered } from './toasts.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code } = language
  const { deals, meeting, dealActs, dealSituations, notifications, bell } = namespaces
  const bikes = { en: 'stryker-farmgate', bn: 'ntorq-malibagh' } as const

  test(
    `a seller accepts, both agree on a time, and each sees the other's number (${languageName})`,
    { tag: longUnless(language.code === 'en') },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const id = await book(server, buyer, bikes[code])
      const { name: bike, seller } = getDemoBike(bikes[code])
      const { name: sellerName, telephone } = fixtures[seller]
      const [firstName = ''] = sellerName.split(' ')
      const [sellers, buyers] = [await openPageAs(seller), await openPageAs(buyer)]
      await buyers.goto(localizePath(`/dashboard/deal/${id}`))
      await expect(heading(buyers)).toHaveText(dealSituations.buyer.requested.heading(firstName, ''))
      await expect(buyers.getByRole('link', { name: /number$|নম্বর দেখুন$/ })).toBeVisible()
      // On the page of the deal the news would be seen as it comes.
      await buyers.goto(localizePath('/dashboard/wishlist'))

      await sellers.goto(localizePath('/dashboard/deals'))
      // The first name until the seller accepts.
      const row = sellers.getByRole('listitem').filter({ hasText: bike }).filter({ hasText: 'Nadia' })
      await row.getByRole('link', { name: deals.list.labelled(deals.list.acceptOrDecline, bike) }).click()
      await expect(heading(sellers)).toHaveText(dealSituations.seller.requested.heading('Nadia', ''))
      await sellers.getByRole('button', { name: dealActs.buttons.accept, exact: true }).click()
      const dialog = sellers.getByRole('dialog')
      await dialog
        .locator('label', { has: sellers.locator('[name="day"]') })
        .nth(1)
        .click()
      await dialog
        .locator('label', { has: sellers.locator('[name="time"]') })
        .nth(4)
        .click()
      const [publicPlace = ''] = dealActs.meeting.publicPlaces
      await dialog.getByRole('button', { name: publicPlace, exact: true }).click()
      await expect(dialog.getByRole('textbox', { name: dealActs.meeting.place })).toHaveValue(
        `${publicPlace}, Mirpur 10 circle`,
      )
      await dialog.getByRole('button', { name: dealActs.accept.submit, exact: true }).click()
      await expect(findExactText(sellers, dealActs.accept.success('Nadia'))).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(sellers.getByRole('link', { name: meeting.call })).toHaveAttribute('href', 'tel:01712345678')

      await buyers.goto(localizePath('/dashboard/notifications'))
      await expect(buyers.getByRole('link', { name: createPattern(bell.label) })).toBeVisible()
      await buyers
        .getByRole('link', { name: notifications.sentences.accepted.buyer(firstName) })
        .first()
        .click()
      await expect(buyers).toHaveURL(new RegExp(`/dashboard/deal/${id}$`))
      // The page of the deal shows what all of its notifications tell, so none of them is new any more.
      await expect(buyers.getByRole('link', { name: bell.label(''), exact: true })).toBeVisible()
      await expectNothingCovered(buyers, async () => {
        await buyers.getByRole('button', { name: dealActs.buttons.agree, exact: true }).click()
        await expect(findExactText(buyers, dealActs.meeting.agreed)).toBeVisible()
        await expect(buyers.locator('.actbar')).toBeVisible()
      })
      await expect(heading(buyers)).toHaveText(
        createPattern((when) => dealSituations.buyer.meet.heading(firstName, when)),
      )
      await expect(buyers.getByRole('link', { name: meeting.call })).toHaveAttribute(
        'href',
        `tel:${telephone.replace('+88', '')}`,
      )
      const file = await readAttribute(buyers.getByRole('link', { name: meeting.calendar }), 'href')
      const answer = await buyers.request.get(file)
      expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
      expect(await answer.text()).toContain(`UID:${id}@motohaat`)
      await expect(buyers.getByRole('link', { name: meeting.googleCalendar })).toHaveAttribute(
        'href',
        /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/,
      )

      await sellers.goto(localizePath('/dashboard/deals'))
      await expect(row.getByText(/Mirpur 10 circle$/)).toBeVisible()
    },
  )
}

test('a seller declines with a reason, which the buyer reads', async ({ openPageAs, buyer, server }) => {
  const id = await book(server, buyer, 'gsx-tangail')
  const sellers = await openPageAs('rahim')
  await sellers.goto(`/dashboard/deal/${id}`)
  await sellers.getByRole('button', { name: 'Decline' }).click()
  const dialog = sellers.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'I want to sell to somebody else first' }).check()
  await dialog.getByLabel(/^Message to Nadia/).fill('My cousin wants it.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(sellers)).toHaveText('You declined')

  const buyers = await openPageAs(buyer)
  await buyers.goto(`/dashboard/deal/${id}`)
  await expect(heading(buyers)).toHaveText('Rahim declined')
  const note = buyers.getByText('Rahim chose:')
  await expect(note).toContainText('I want to sell to somebody else first')
  await expect(note.locator('..')).toContainText('Rahim wrote: My cousin wants it.')
  await expect(buyers.getByRole('link', { name: 'See bikes like it' })).toBeVisible()
})

test('an item of the wishlist can be removed', { tag: '@long' }, async ({ openPageAs, buyer, server }) => {
  await addToWishlist(server, buyer, 'gsx-tangail')
  const page = await openPageAs(buyer)
  await page.goto('/dashboard/wishlist')
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Your wishlist have 0 products', exact: true })).toBeVisible()
})

test(
  'a deal of two other people is not there',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow(/^GET \/api\/deals\/[\w-]+(?:\/ratings)? 404$/)
    const id = await book(server, buyer, 'gsx-tangail')
    const page = await openPageAs('arif')
    await page.goto(`/dashboard/deal/${id}`)
    await expect(page.getByRole('heading', { name: "Look like you're lost" })).toBeVisible()
  },
)

test(
  'the address of a receipt says when the receipt comes and leads to the deal',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors, browserName }) => {
    browserErrors.allow(/^GET \/api\/deals\/[\w-]+\/receipt 409$/)
    const id = await book(server, buyer, 'gsx-tangail')
    const page = await openPageAs(buyer)
    await page.goto(`/dashboard/deal/${id}/receipt`)
    await expect(heading(page)).toHaveText('There is no receipt yet')
    // Playwright has no paper for Firefox.
    if (browserName !== 'firefox') {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner'), 'on paper').toBeHidden()
      await expect(page.getByRole('contentinfo'), 'on paper').toBeHidden()
      await page.emulateMedia({ media: 'screen' })
    }
    await expect(
      page.getByText('The receipt comes when the bike is handed over, or when a paid deal ends.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'See the deal' }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/deal/${id}$`))

    // There is no code either before something is paid, but the way to it.
    await page.goto(`/dashboard/deal/${id}/code`)
    await expect(page.getByText('Nothing is paid here yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveAttribute(
      'href',
      `/dashboard/payment/${id}`,
    )

    // A deal that ended before anything was paid never has one.
    const client = await createClientFor(server, buyer)
    await client('POST /deals/:id/cancel', { params: { id }, body: {} })
    await page.goto(`/dashboard/deal/${id}/receipt`)
    await expect(heading(page)).toHaveText('There is no receipt')
    await expect(page.getByText('The deal ended before anything was paid.')).toBeVisible()
  },
)

test(
  'a new code replaces the one on the buyer’s screen by itself',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow(/^POST \/api\/deals\/[\w-]+\/handover 4\d\d$/)
    const { id, seller } = await createReservedBike(server, buyer)
    const [page, sellers] = [await openPageAs(buyer), await openPageAs(seller)]
    await page.goto(`/dashboard/deal/${id}/code`)
    await page.getByRole('button', { name: 'We are standing together' }).click()
    const shown = page.locator('.code [aria-hidden]')
    const first = await readText(shown, /^\d{3} \d{3}$/)

    // As after thirty wrong codes: the sentence stands at the field, and the admin opens the code again.
    await server.query('update deal_codes set wrong_in_all = 30, closed_at = now() where deal_id = $1', [id])
    await sellers.goto(`/dashboard/deal/${id}/handover`)
    const cash = sellers.getByLabel('Cash you received, in Taka')
    await cash.fill('1,000')
    await sellers.getByLabel('Code from Nadia').fill('123456')
    await sellers.getByRole('button', { name: 'Check the code and hand over' }).click()
    const question = sellers.getByRole('dialog', { name: /^৳[\d,]+ is missing$/ })
    await expect(question.getByText('Motohaat does not collect what is missing.')).toBeVisible()
    await question.getByRole('button', { name: 'Hand over for less' }).click()
    await expect(sellers.getByLabel('Code from Nadia')).toHaveAccessibleDescription(/so it is closed/)
    const admin = await createClientFor(server, getPerson('ayesha'))
    await admin('PUT /deals/:id/code', { params: { id }, body: { open: true } })

    await expect(shown).not.toHaveText(first)
    await expect(shown).toHaveText(/^\d{3} \d{3}$/)
    await sellers.getByLabel('Code from Nadia').fill(await readText(shown))
    // What is no amount must not count as the whole rest.
    await cash.fill('three lakh')
    await sellers.getByRole('button', { name: 'Check the code and hand over' }).click()
    await expect(cash).toHaveAccessibleDescription('Enter the amount in whole Taka.')
    await cash.fill('৳ 1,000')
    await sellers.getByRole('button', { name: 'Check the code and hand over' }).click()
    // What was typed stays after going back, and nothing is sent.
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(question).toHaveCount(0)
    await expect(cash).toHaveValue('৳ 1,000')
    await sellers.getByRole('button', { name: 'Check the code and hand over' }).click()
    await question.getByRole('button', { name: 'Hand over for less' }).click()
    await expect(heading(sellers)).toHaveText('The code is right. Hand over the keys.')
    await expect(sellers.getByText(/^৳[\d,]+ of the price of ৳[\d,]+ was not paid\.$/)).toBeVisible()
    await expect(heading(page)).toHaveText('The bike is yours')
  },
)

test(
  'two who meet earlier than agreed take a time of their own, and the code is there',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const { id, seller } = await createReservedBike(server, buyer)
    const [ofSeller, ofBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
    const params = { id }
    const inDhaka = (minutes: number) => new Date(Date.now() + (6 * 60 + minutes) * 60_000).toISOString()
    const meetAt = new Date(Date.now() + 30 * 3_600_000).toISOString()
    await ofSeller('PUT /deals/:id/meeting', { params, body: { meetAt, place: 'Padma petrol pump' } })
    await ofBuyer('PUT /deals/:id/meeting', { params, body: { agree: true } })

    const page = await openPageAs(buyer)
    await page.goto(`/dashboard/deal/${id}/code`)
    await expect(page.getByText(/^Your code appears here from /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show the code' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Another time' }).click()
    await page.getByRole('button', { name: 'Another time' }).click()
    const dialog = page.getByRole('dialog')
    // In half an hour; near midnight that is a time of the second day.
    const [day, time] = [inDhaka(30).slice(0, 10), inDhaka(30).slice(11, 16)]
    await dialog.locator(`input[name=day][value="${day}"]`).check()
    await dialog.getByRole('radio', { name: 'Another' }).check()
    await dialog.getByRole('button', { name: /^Send to / }).click()
    await expect(dialog.getByText('Enter the time.')).toBeVisible()
    await dialog.getByLabel('Your own time').fill(time)
    await dialog.getByRole('button', { name: /^Send to / }).click()
    await expect(heading(page)).toHaveText(/^You proposed /)
    await ofSeller('PUT /deals/:id/meeting', { params, body: { agree: true } })
    await page.goto(`/dashboard/deal/${id}/code`)
    await page.getByRole('button', { name: 'Show the code' }).click()
    await expect(page.getByText(/^\d{3} \d{3}$/)).toBeVisible()
  },
)

test(
  'a buyer who has seen the bike and does not want it is led from cancelling to the way that gives all back',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    const { id, seller } = await createReservedBike(server, buyer)
    // The page may load while the deal ends; then it loads once more.
    browserErrors.allow(`GET /api/deals/${id}/numbers 409`)
    const [ofSeller, ofBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
    const params = { id }
    const meetAt = new Date(Date.now() + 4 * 3_600_000).toISOString()
    await ofSeller('PUT /deals/:id/meeting', { params, body: { meetAt, place: 'Padma petrol pump' } })
    await ofBuyer('PUT /deals/:id/meeting', { params, body: { agree: true } })
    const page = await openPageAs(buyer)
    await page.goto(`/dashboard/deal/${id}`)
    await page.locator('summary').getByText('More', { exact: true }).click()
    await page.getByRole('button', { name: 'Cancel deal' }).click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByText(/choose “Not bought, or Selina did not come”.* all that you paid here comes back/),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await page.getByRole('button', { name: 'Not bought, or Selina did not come' }).click()
    await dialog.getByRole('radio', { name: 'We met, but there is no deal' }).check()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog).toHaveCount(0)

    await ofSeller('PUT /deals/:id/outcome', { params, body: { outcome: 'no_deal' } })
    await expect(heading(page)).toHaveText('No deal at the meeting')
    await expect(page.getByText(/All of it (goes|went) back to you\./)).toBeVisible()
  },
)
