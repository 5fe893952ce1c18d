// Two sides of a deal that ended in a sale rate each other, side by side: a buyer's phone and a seller's phone.
import type { Page } from '@playwright/test'
import { fixtures } from '#seed/fixtures.ts'
import { getDemoBike } from './bikes.ts'
import { createReleasedDeal } from './deals.ts'
import { expect, findExactText, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createClientFor, getPerson } from './people.ts'

type Answers = { yes: readonly string[]; no: readonly string[] }

const answer = async (page: Page, { yes, no }: Answers, labels: { yes: string; no: string }) => {
  const dialog = page.getByRole('dialog')
  const choose = (question: string, label: string) =>
    dialog.getByRole('group', { name: question }).getByRole('radio', { name: label, exact: true }).check()
  for (const question of yes) await choose(question, labels.yes)
  for (const question of no) await choose(question, labels.no)
}

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code, format } = language
  const { ratings, bikePage, notifications } = namespaces
  const key = ({ en: 'apache-gazipur', bn: 'apache-cumilla' } as const)[code]

  test(
    `a buyer and a seller rate each other, and neither reads the other before both have (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const id = await createReleasedDeal(server, buyer, key)
      const { seller } = getDemoBike(key)
      const [sellerName = ''] = fixtures[seller].name.split(' ')
      const [buyers, sellers] = [await openPageAs(buyer), await openPageAs(seller)]
      await buyers.goto(localizePath(`/dashboard/notifications`))
      await buyers
        .getByRole('link', { name: notifications.sentences.rate_deal.buyer(sellerName) })
        .first()
        .click()
      await expect(buyers).toHaveURL(new RegExp(`/dashboard/deal/${id}$`))

      const section = buyers.getByRole('region', { name: ratings.ask(sellerName) })
      await section.getByRole('button', { name: ratings.open(sellerName), exact: true }).click()
      const dialog = buyers.getByRole('dialog')
      await dialog.getByRole('button', { name: ratings.submit, exact: true }).click()
      await expect(dialog.getByText(ratings.missing.friendly).first()).toBeVisible()
      const ofBuyer = ratings.questions.buyer
      await answer(
        buyers,
        { yes: [ofBuyer.asDescribed, ofBuyer.papersReady, ofBuyer.friendly], no: [ofBuyer.onTime] },
        ratings,
      )
      await dialog.getByLabel(ratings.words).fill('Fine bike. Call 01712345678')
      await dialog.getByRole('button', { name: ratings.submit, exact: true }).click()
      await expect(findExactText(buyers, ratings.given)).toBeVisible()
      await expect(buyers.getByText('Fine bike. Call ••••••')).toBeVisible()

      // The seller is asked, and sees nothing of it.
      await sellers.goto(localizePath(`/dashboard/deal/${id}`))
      const ofSellers = sellers.getByRole('region', { name: ratings.ask('Nadia') })
      await expect(ofSellers).toBeVisible()
      await expect(sellers.getByText('Fine bike.')).toHaveCount(0)
      await ofSellers.getByRole('button', { name: ratings.open('Nadia'), exact: true }).click()
      const { asDescribed, onTime, papersReady, friendly } = ratings.questions.seller
      await answer(sellers, { yes: [asDescribed, onTime, papersReady, friendly], no: [] }, ratings)
      await sellers.getByRole('dialog').getByRole('button', { name: ratings.submit, exact: true }).click()
      await expect(findExactText(sellers, ratings.givenBoth)).toBeVisible()
      await expect(sellers.getByText('Fine bike. Call ••••••')).toBeVisible()
      await expect(sellers.getByText(bikePage.ratings.not(bikePage.ratings.facts.onTime))).toBeVisible()
      await sellers.getByRole('button', { name: ratings.reply, exact: true }).click()
      const replyDialog = sellers.getByRole('dialog')
      await replyDialog.getByLabel(ratings.replyLabel).fill('The bus was late, sorry.')
      await replyDialog.getByRole('button', { name: ratings.reply, exact: true }).click()
      await expect(findExactText(sellers, ratings.replied)).toBeVisible()

      // The buyer's page learns of it without a click.
      await expect(buyers.getByRole('heading', { name: ratings.theirs(sellerName) })).toBeVisible()
      await expect(buyers.getByText(ratings.buyerFacts.asDescribed)).toBeVisible()

      const client = await createClientFor(server, getPerson(seller))
      const { slug } = await client('GET /deals/:id', { params: { id } })
      const { seller: shown } = await client('GET /bikes/:slug', { params: { slug } })
      await buyers.goto(localizePath(`/sellers/${shown._id}`))
      const said = buyers.getByRole('region', { name: bikePage.ratings.heading })
      await expect(said.getByText('Fine bike. Call ••••••')).toBeVisible()
      await expect(said.getByText('The bus was late, sorry.')).toBeVisible()
      await expect(said.getByText(bikePage.ratings.of(format.count(0), format.count(1)), { exact: true })).toBeVisible()
    },
  )
}
