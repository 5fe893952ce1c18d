// The money of deals, with two people side by side: a buyer's phone and a seller's phone; and the admin who decides.
import type { Page } from '@playwright/test'
import { toHandoverLink } from '#web/components/deals/handover-link.ts'
import { toQrPath } from '#web/components/qr-path.ts'
import { getDemoBike } from './bikes.ts'
import { payForDeal } from './card.ts'
import { createHandedOverDeal, createHeldDeal } from './deals.ts'
import { expect, findExactText, longUnless, readText, test, typeOver, waitUntilReady } from './e2e-test.ts'
import { createPattern, languages } from './languages.ts'
import { book, createClientFor, getPerson } from './people.ts'
import { expectNothingCovered } from './toasts.ts'

/** The name by which the screens call a demo seller. */
const getFirstName = (seller: string): string => seller.charAt(0).toUpperCase() + seller.slice(1)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog')
const picture = {
  name: 'engine.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code, format } = language
  const { deals, dealActs, dealSituations, dealSteps, money, auth, handoverOrder, problemPictures } = namespaces
  const bikes = {
    deposit: { en: 'gixxer-mymensingh', bn: 'apache4v-sreepur' },
    cancelled: { en: 'gixxer-narayanganj', bn: 'gsxs-chawkbazar' },
    disputed: { en: 'fzx-bashundhara', bn: 'xsr-gulshan' },
    scanned: { en: 'access-moulvibazar', bn: 'gixxer-sf-khulshi' },
  } as const

  /** The buyer pays on the page of the deal; `purpose` is chosen there. */
  const payOnPage = async (page: Page, purpose: 'deposit' | 'full') => {
    await page.getByRole('link', { name: dealActs.buttons.pay, exact: true }).click()
    await payForDeal(page, language, purpose)
  }

  test(
    `a deposit reserves the bike, the code hands it over, the rest is paid in cash (${languageName})`,
    { tag: longUnless(language.code === 'en') },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^POST \/api\/deals\/[\w-]+\/handover 4\d\d$/)
      const bike = getDemoBike(bikes.deposit[code])
      const id = await book(server, buyer, bikes.deposit[code])
      const [sellers, buyers] = [await openPageAs(bike.seller), await openPageAs(buyer)]
      const path = localizePath(`/dashboard/deal/${id}`)
      await sellers.goto(path)
      await sellers.getByRole('button', { name: dealActs.buttons.accept, exact: true }).click()
      await dialog(sellers).getByRole('button', { name: dealActs.accept.submit, exact: true }).click()
      await expect(heading(sellers)).toHaveText(dealSituations.seller.noTime.heading('Nadia', ''))

      // Before anything is paid the page of the code says so and leads to the payment.
      await buyers.goto(`${path}/code`)
      await expect(buyers.getByText(handoverOrder.unpaidText)).toBeVisible()
      await expect(buyers.getByRole('button', { name: money.code.together })).toBeHidden()
      await payOnPage(buyers, 'deposit')
      await expect(heading(buyers)).toHaveText(
        createPattern((taka) => dealSituations.buyer.paidNoTime.heading('', '', taka)),
      )
      // The seller's page learns of it by itself.
      await expect(heading(sellers)).toHaveText(
        createPattern((taka) => dealSituations.seller.paidNoTime.heading('Nadia', '', taka)),
      )
      // The deposit: 3 % of the price, at most 5,000.
      const cashTaka = bike.taka.sale - Math.min(5_000, bike.taka.sale * 0.03)

      await buyers.getByRole('link', { name: dealActs.buttons.code, exact: true }).click()
      await buyers.getByRole('button', { name: money.code.together }).click()
      // The digits one by one, for screen readers, and the code stay apart when both are copied.
      const shown = await readText(buyers.locator('.code'), /^(?:[\d০-৯] ){6}[\d০-৯]{3} [\d০-৯]{3}$/)
      const digits = shown.slice(12).replace(' ', '')
      await expect(buyers.getByText(money.code.warning)).toBeVisible()

      // One order for both, each in the words of who reads it.
      const rest = format.taka(cashTaka)
      const listOrder = (side: 'buyer' | 'seller', name: string) => {
        const own = handoverOrder[side]
        const green = own.green(name, money.handover.success)
        return [handoverOrder.look, own.pay(name, rest), own.read(name), green, own.keys(name)]
      }
      const findOrder = (page: Page) =>
        page.getByRole('region', { name: handoverOrder.heading }).getByRole('listitem').locator('p')
      await expect(findOrder(buyers)).toHaveText(listOrder('buyer', getFirstName(bike.seller)))
      await sellers.getByRole('link', { name: dealActs.buttons.handOver('Nadia'), exact: true }).click()
      await expect(findOrder(sellers)).toHaveText(listOrder('seller', 'Nadia'))
      await expect(sellers.getByText(money.handover.cashHint(rest))).toBeVisible()
      // Nothing is taken for granted: the seller says what was counted.
      await expect(sellers.getByLabel(money.handover.cash)).toHaveValue('')
      await sellers.getByRole('button', { name: money.handover.allCash(rest) }).click()
      // Phones offer the code of the last SMS in a field for one, and this code is read aloud.
      await expect(sellers.getByLabel(money.handover.code('Nadia'), { exact: true })).toHaveAttribute(
        'autocomplete',
        'off',
      )
      await sellers
        .getByLabel(money.handover.code('Nadia'), { exact: true })
        .fill('000000' === digits ? '111111' : '000000')
      await sellers.getByRole('button', { name: money.handover.submit }).click()
      await expect(sellers.getByLabel(money.handover.code('Nadia'), { exact: true })).toHaveAccessibleDescription(
        /That is not the code|কোড মেলেনি/,
      )
      await sellers.getByLabel(money.handover.code('Nadia'), { exact: true }).fill(digits)
      await sellers.getByRole('button', { name: money.handover.submit }).click()
      // The answer stays, also when the page is loaded again.
      await expect(heading(sellers)).toHaveText(money.handover.success)
      await sellers.reload()
      await expect(heading(sellers)).toHaveText(money.handover.success)

      // The buyer's page learns of it by itself and shows no code any more.
      await expect(heading(buyers)).toHaveText(dealSituations.buyer.handedOver.heading('', ''))
      await expect(buyers.getByText(money.code.warning)).toBeHidden()
      await expect(buyers.getByRole('img', { name: money.code.qr })).toBeHidden()
      // One answer says that everything is fine, the cash amount too.
      await buyers.getByRole('button', { name: dealActs.buttons.fine, exact: true }).click()
      await expect(dialog(buyers)).toContainText(format.taka(cashTaka))
      await dialog(buyers).getByRole('button', { name: dealActs.fine.confirm, exact: true }).click()
      await expect(heading(buyers)).toHaveText(dealSituations.buyer.released.heading('', ''))
      await expect(heading(sellers)).toHaveText(dealSituations.seller.released.heading('Nadia', 'a day'))

      await buyers.getByRole('link', { name: dealActs.buttons.receipt, exact: true }).click()
      await expect(heading(buyers)).toHaveText(createPattern(money.receipt.heading))
      const sums = buyers.locator('.receipt')
      await expect(sums.getByText(money.receipt.cash)).toBeVisible()
      await expect(sums.getByText(format.taka(cashTaka))).toBeVisible()
    },
  )

  test(
    `the seller scans the buyer’s QR code, logs in, and hands the bike over (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserName }) => {
      test.slow()
      const bike = getDemoBike(bikes.scanned[code])
      const id = await createHeldDeal(server, buyer, bikes.scanned[code])
      const buyers = await openPageAs(buyer)
      await buyers.goto(localizePath(`/dashboard/deal/${id}/code`))
      await buyers.getByRole('button', { name: money.code.together }).click()
      const shown = buyers.getByRole('img', { name: money.code.qr, exact: true })
      await expect(shown).toBeVisible()
      await expect(buyers.getByText(money.code.scan(getFirstName(bike.seller)))).toBeVisible()
      const client = await createClientFor(server, buyer)
      const { qr } = await client('GET /deals/:id/code', { params: { id }, query: { together: 'yes' } })
      const link = toHandoverLink({ origin: server.url, dealId: id, qr })
      await expect(shown.locator('path')).toHaveAttribute('d', toQrPath(link).path)

      // The camera opens the link in a browser without a session.
      const sent: string[] = []
      const openLink = async (page: Page) => {
        page.on('request', (request) =>
          sent.push(request.url(), request.headers()['referer'] ?? '', request.postData() ?? ''),
        )
        const url = new URL(link)
        await page.goto(localizePath(url.pathname + url.hash))
        await expect(page).toHaveURL(/\/login\?/)
      }
      const withGoogle = await openPageAs('visitor')
      await openLink(withGoogle)
      await withGoogle.getByRole('button', { name: auth.login.social }).click()
      await expect(withGoogle).toHaveURL((url) => url.origin === server.sandboxUrl)
      // Going back and trying again loses neither the page nor the code.
      await withGoogle.getByRole('button', { name: 'Cancel and go back to Motohaat' }).click()
      await expect(withGoogle.getByText(auth.login.socialErrors.social_cancelled)).toBeVisible()
      await withGoogle.getByRole('button', { name: auth.login.social }).click()
      await withGoogle.getByRole('button', { name: getPerson(bike.seller).email }).click()
      await expect(withGoogle.getByText(money.handover.scanned)).toBeVisible()
      await expect(withGoogle).toHaveURL(new RegExp(`/dashboard/deal/${id}/handover$`))
      const secret = qr.split('.').at(-1) ?? ''
      expect(secret).not.toBe('')
      // Read at once: the page has taken the code and would have stored it by now.
      expect(await withGoogle.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(secret)
      expect(sent.filter((text) => text.includes(secret))).toEqual([])

      const sellers = await openPageAs('visitor')
      const handovers: string[] = []
      sellers.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/handover')) handovers.push(request.url())
      })
      await openLink(sellers)
      const person = getPerson(bike.seller)
      await waitUntilReady(sellers)
      await sellers.getByLabel(auth.login.email).fill(person.email)
      await sellers.getByLabel(auth.login.password, { exact: true }).fill(person.password)
      await sellers.getByRole('button', { name: auth.login.submit, exact: true }).click()
      await expect(sellers.getByText(money.handover.scanned)).toBeVisible()
      // The code has left the address, and nothing is sent yet.
      await expect(sellers).toHaveURL(new RegExp(`/dashboard/deal/${id}/handover$`))
      await expect(heading(buyers)).toHaveText(money.code.heading(getFirstName(bike.seller)))
      expect(handovers).toEqual([])
      await sellers.getByRole('button', { name: money.handover.submit, exact: true }).click()
      await expect(heading(sellers)).toHaveText(money.handover.success)
      expect(handovers).toHaveLength(1)
      await sellers.getByRole('link', { name: money.code.back }).last().click()
      await expect(heading(sellers)).toHaveText(dealSituations.seller.handedOver.heading('', ''))
      // No meeting was agreed and the seller never answered, so neither is ticked.
      const steps = sellers.getByRole('list').filter({ hasText: dealSteps.released.seller() }).getByRole('listitem')
      await expect(steps).toHaveCount(4)
      await expect(steps).toContainText([
        dealSteps.requested,
        dealSteps.paid,
        dealSteps.handedOver.seller,
        dealSteps.released.seller(),
      ])
      // Only the body of the handover has it. Of Firefox nobody learns the bodies.
      const bodies = browserName === 'firefox' ? [] : [expect.stringMatching(/^\{"code":/)]
      expect(sent.filter((text) => text.includes(secret))).toEqual(bodies)
    },
  )

  test(
    `a bike is paid in full, the seller cancels, and all of it goes back (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const bike = getDemoBike(bikes.cancelled[code])
      const price = format.taka(bike.taka.sale)
      const id = await book(server, buyer, bikes.cancelled[code])
      const [sellers, buyers] = [await openPageAs(bike.seller), await openPageAs(buyer)]
      const path = localizePath(`/dashboard/deal/${id}`)
      await buyers.goto(path)
      // Nobody was accepted, so the buyer may pay at once.
      await payOnPage(buyers, 'full')
      await expect(heading(buyers)).toHaveText(
        createPattern((taka) => dealSituations.buyer.paidNoTime.heading('', '', taka)),
      )

      await sellers.goto(path)
      await sellers.locator('summary').getByText(dealActs.more, { exact: true }).click()
      await sellers.getByRole('button', { name: dealActs.buttons.cancel, exact: true }).click()
      await expect(dialog(sellers).getByText(price).first()).toBeVisible()
      await dialog(sellers).getByRole('radio', { name: dealActs.cancel.reasonsSeller.keep }).check()
      await dialog(sellers).getByRole('button', { name: dealActs.cancel.submitDeal, exact: true }).click()
      await expect(findExactText(sellers, dealActs.cancel.successBack(price))).toBeVisible()

      const sellerName = getFirstName(bike.seller)
      await expect(heading(buyers)).toHaveText(dealSituations.buyer.cancelled_by_seller.heading(sellerName, ''))
      await expect(buyers.getByText(dealActs.cancel.reasonsSeller.keep)).toBeVisible()
      await expect(async () => {
        await buyers.reload()
        const refund = buyers.getByText(`${price} (${deals.money.refundStates.succeeded})`)
        await expect(refund).toBeVisible({ timeout: 4_000 })
      }).toPass({ timeout: 60_000 })
    },
  )

  test(
    `a problem is reported, both say what they know, and the admin decides (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const bike = getDemoBike(bikes.disputed[code])
      const id = await createHandedOverDeal(server, buyer, bikes.disputed[code])
      const [sellers, buyers] = [await openPageAs(bike.seller), await openPageAs(buyer)]
      const path = localizePath(`/dashboard/deal/${id}`)
      await sellers.goto(path)
      await expect(heading(sellers)).toHaveText(dealSituations.seller.handedOver.heading('', ''))
      await buyers.goto(path)
      await buyers.getByRole('link', { name: dealActs.buttons.problem, exact: true }).click()
      await buyers.getByRole('radio', { name: money.problem.reasons.not_as_described }).check()
      await buyers.getByLabel(money.problem.note).fill('Oil 12')
      await buyers.getByLabel(problemPictures.choose, { exact: true }).setInputFiles(picture)
      await expect(buyers.getByRole('img', { name: problemPictures.picture(1) })).toBeVisible()
      const add = buyers.getByRole('button', { name: money.problem.add, exact: true })
      await expectNothingCovered(buyers, async () => {
        await buyers.getByRole('button', { name: money.problem.submit }).click()
        // The process that checks pictures starts with the first one.
        await expect(heading(buyers)).toHaveText(money.problem.disputeHeading, { timeout: 60_000 })
        await expect(findExactText(buyers, money.problem.success)).toBeVisible()
        await expect(heading(buyers)).toBeFocused()
        // In this page the button is in no bar, so it may be anywhere under the toast.
        await add.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
      })
      // The words and the picture of the report stand under the buyer, who reads them.
      const ofBuyer = buyers.getByRole('region', { name: money.problem.you, exact: true })
      await expect(ofBuyer.getByText('Oil 12')).toBeVisible()
      const shown = ofBuyer.getByRole('img', { name: money.problem.picture })
      await expect(shown).toHaveCount(1)
      await expect(shown).toHaveJSProperty('naturalWidth', 1)
      // A picture is shown before it is sent, and needs no words.
      await buyers.getByLabel(problemPictures.choose).setInputFiles(picture)
      await expect(buyers.getByRole('img', { name: problemPictures.picture(1) })).toBeVisible()
      await add.click()
      await expect(shown).toHaveCount(2)
      await expect(buyers.getByRole('img', { name: problemPictures.picture(1) })).toHaveCount(0)

      await expect(heading(sellers)).toHaveText(dealSituations.seller.disputed.heading('Nadia', ''))
      await sellers.getByRole('link', { name: dealActs.buttons.evidence, exact: true }).click()
      await expect(sellers.getByRole('img', { name: money.problem.picture }).first()).toBeVisible()
      await sellers.getByLabel(money.problem.addNote).fill('Seal 2026')
      await sellers.getByRole('button', { name: money.problem.add, exact: true }).click()
      await expect(sellers.getByRole('listitem').filter({ hasText: 'Seal 2026' })).toBeVisible()
      // The other side reads it without loading the page again, and both the decision below.
      await expect(buyers.getByText('Seal 2026')).toBeVisible()

      const admins = await openPageAs('ayesha')
      await admins.goto(localizePath('/dashboard/disputes'))
      const item = admins.getByRole('listitem').filter({ hasText: buyer.name }).filter({ hasText: bike.name })
      const firstPicture = problemPictures.listedPicture(1, bike.name)
      await item.getByRole('button', { name: firstPicture, exact: true }).click()
      await expect(dialog(admins).getByRole('img', { name: firstPicture })).not.toHaveJSProperty('naturalWidth', 0)
      await admins.keyboard.press('Escape')
      await expect(dialog(admins)).toHaveCount(0)
      await expect(item.getByText('Seal 2026')).toBeVisible()
      await expect(item.getByRole('img', { name: money.problem.picture })).toHaveCount(2)
      const halfTaka = Math.floor(bike.taka.sale / 2)
      await item.getByRole('button', { name: `${deals.record.presets.half} ${format.taka(halfTaka)}` }).click()
      await expect(item.getByLabel(money.disputes.toBuyer)).toHaveValue(String(halfTaka))
      await typeOver(item.getByLabel(money.disputes.toBuyer), '20000')
      await expect(item.getByText(money.disputes.toSeller(format.taka(bike.taka.sale - 20_000)))).toBeVisible()
      await item.getByLabel(money.disputes.note).fill('Seal 2026')
      await item.getByRole('button', { name: money.disputes.give.part(format.taka(20_000)), exact: true }).click()
      await dialog(admins).getByRole('button', { name: money.disputes.send, exact: true }).click()
      await expect(findExactText(admins, money.disputes.decided)).toBeVisible()

      const decided = money.problem.decided(format.taka(20_000))
      // What is decided is folded below what is open.
      await admins.locator('summary').filter({ hasText: money.disputes.decidedOnes }).click()
      await expect(item.getByText(money.disputes.partToBuyer(format.taka(20_000)))).toBeVisible()
      for (const page of [buyers, sellers]) await expect(page.getByText(decided)).toBeVisible()
    },
  )
}
