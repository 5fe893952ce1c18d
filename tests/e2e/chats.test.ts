// A buyer and a seller write to each other, side by side.
import type { Page } from '@playwright/test'
import { getDemoBike } from './bikes.ts'
import { expect, test, longUnless } from './e2e-test.ts'
import { languages } from './languages.ts'
import { ask, findBikePath } from './people.ts'

const log = (page: Page, name: string) => page.getByRole('log', { name })

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code } = language
  const { bikeDetails, chats, bikePage } = namespaces
  const bikes = { en: 'gixxer-mirpur', bn: 'raider-badda' } as const

  test(
    `a buyer asks, the seller answers at once, and neither sees the other's number (${languageName})`,
    { tag: longUnless(language.code === 'en') },
    async ({ openPageAs, server, buyer, browserErrors }) => {
      test.slow()
      browserErrors.allow(/^POST \/api\/chats\/[0-9a-f-]+\/messages 409$/)
      const [name = '', bike] = [buyer.name.split(' ')[0], getDemoBike(bikes[code])]
      const [sellers, buyers] = [await openPageAs(bike.seller), await openPageAs(buyer)]
      await buyers.clock.install({ time: new Date() })
      await buyers.goto(localizePath(await findBikePath(server, buyer, bikes[code])))
      await buyers.getByRole('link', { name: bikePage.askSeller }).click()
      const [question = ''] = chats.readyTexts.buyer
      await buyers.getByRole('button', { name: question }).click()
      await expect(buyers.getByRole('textbox', { name: chats.write })).toHaveValue(question)
      await buyers.getByRole('button', { name: chats.send, exact: true }).click()
      await expect(buyers).toHaveURL(/\/dashboard\/chats\/[0-9a-f-]{36}$/)
      await expect(log(buyers, chats.log)).toContainText(question)

      await sellers.goto(localizePath('/dashboard/chats'))
      await sellers.getByRole('link', { name: new RegExp(`${name}.*${question.slice(0, 8)}`, 's') }).click()
      await expect(log(sellers, chats.log)).toContainText(question)
      await expect(log(buyers, chats.log)).toContainText(chats.read)
      await sellers.getByRole('textbox', { name: chats.write }).fill('1,70,000. Call 01811-223344')
      // The buyer's page, which also asks every 15 seconds, now learns of messages from the event stream alone.
      await buyers.clock.pauseAt(Date.now() + 1_000)
      await sellers.getByRole('button', { name: chats.send, exact: true }).click()
      await expect(log(buyers, chats.log)).toContainText('1,70,000. Call ••••••')
      await expect(buyers.getByText(chats.masked)).toBeVisible()
      await expect(log(sellers, chats.log)).toContainText('01811-223344')

      // The advertisement does not say what this ready answer tells.
      await sellers.getByRole('button', { name: chats.facts.accident }).click()
      await sellers.getByRole('button', { name: chats.send, exact: true }).click()
      await sellers.getByRole('link', { name: chats.addToAdvertisement }).click()
      const description = sellers.getByRole('textbox', { name: bikeDetails.description })
      await expect(description).toHaveValue(new RegExp(`${chats.facts.accident}$`))
      await expect(description).toBeFocused()
      await sellers.goBack()
      await expect(log(sellers, chats.log)).toContainText(chats.facts.accident)

      await buyers.getByRole('textbox', { name: chats.write }).fill('OK')
      await sellers.getByRole('button', { name: chats.block.open(name) }).click()
      await sellers.getByRole('dialog').getByRole('button', { name: chats.block.confirm, exact: true }).click()
      await expect(sellers.getByText(chats.shut.blocked(name))).toBeVisible()
      await buyers.getByRole('button', { name: chats.send, exact: true }).click()
      await expect(log(buyers, chats.log).getByRole('alert')).toContainText(chats.failed)
    },
  )
}

test(
  'a message that cannot be sent waits on the screen, and is sent once when the network is back',
  { tag: '@long' },
  async ({ openPageAs, server, buyer, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED|Failed to load|net::/)
    const { chats } = languages[0].namespaces
    const id = await ask(server, buyer, 'raider-badda', 'Hello')
    const page = await openPageAs(buyer)
    await page.goto(`/dashboard/chats/${id}`)
    await expect(log(page, chats.log)).toContainText('Hello')
    await page.route(`**/api/chats/${id}/messages`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      // It arrives, and its answer is lost.
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('textbox', { name: chats.write }).fill('Any accident?')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: chats.send, exact: true }).click()
    await expect(log(page, chats.log)).toContainText(chats.waiting)
    await page.unroute(`**/api/chats/${id}/messages`)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(log(page, chats.log)).not.toContainText(chats.waiting)
    await expect(log(page, chats.log).getByText('Any accident?')).toHaveCount(1)
  },
)

test(
  'a message that waits for the network is sent by the next visit, once',
  { tag: '@long' },
  async ({ openPageAs, server, buyer, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED|Failed to load|net::/)
    const { chats } = languages[0].namespaces
    const id = await ask(server, buyer, 'raider-badda', 'Hello')
    const page = await openPageAs(buyer)
    await page.goto(`/dashboard/chats/${id}`)
    await expect(log(page, chats.log)).toContainText('Hello')
    await page.route(`**/api/chats/${id}/messages`, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('textbox', { name: chats.write }).fill('Where can I see it?')
    await page.getByRole('button', { name: chats.send, exact: true }).click()
    await expect(log(page, chats.log)).toContainText(chats.waiting)
    await page.reload()
    await expect(log(page, chats.log)).toContainText('Where can I see it?')
    await expect(log(page, chats.log)).toContainText(chats.waiting)
    await page.unroute(`**/api/chats/${id}/messages`)
    for (let visit = 0; visit < 2; visit += 1) {
      await page.reload()
      await expect(log(page, chats.log).getByText('Where can I see it?')).toHaveCount(1)
      await expect(log(page, chats.log)).not.toContainText(chats.waiting)
    }
  },
)
