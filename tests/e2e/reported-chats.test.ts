// A buyer reports the seller in their conversation; a moderator reads what was written and warns.
import { randomUUID } from 'node:crypto'
import { languages } from './languages.ts'
import { expect, expectPage, findExactText, test } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { createWord, createClientFor, registerBuyer, registerSeller } from './people.ts'

for (const { name: languageName, namespaces, localizePath } of languages) {
  const { chats } = namespaces
  const { queue, reasons, report, standing } = namespaces.cases

  test(
    `a buyer reports the seller in their conversation, a moderator reads it and warns (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, server }) => {
      test.slow()
      const seller = await registerSeller(server, `Babul ${createWord()}`)
      const buyer = await registerBuyer(server)
      await createListings(server, seller, [createBikeName()])
      const [asSeller, asBuyer] = [await createClientFor(server, seller), await createClientFor(server, buyer)]
      const [bike] = await asSeller('GET /allbikes/myproduct')
      const question = { productId: bike?._id ?? '', text: 'Is it still there?', clientId: randomUUID() }
      const { chatId } = await asBuyer('POST /chats', { body: question })
      const params = { id: chatId }
      const text = 'Send 5000 first, call 01811-223344'
      await asSeller('POST /chats/:id/messages', { params, body: { text, clientId: randomUUID() } })
      const { otherName } = await asBuyer('GET /chats/:id', { params })

      const reporter = await openPageAs(buyer)
      await reporter.goto(localizePath(`/dashboard/chats/${chatId}`))
      await expect(reporter.getByRole('log', { name: chats.log })).toContainText('call ••••••')
      const button = reporter.getByRole('button', { name: chats.report(otherName.split(' ')[0] ?? '') })
      const dialog = reporter.getByRole('dialog')
      await button.focus()
      await reporter.keyboard.press('Enter')
      await expect(dialog.getByRole('heading', { name: report.chat })).toBeVisible()
      await expect(dialog.getByText(report.chatHint)).toBeVisible()
      await reporter.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
      await reporter.keyboard.press('Enter')
      await dialog.getByRole('button', { name: report.submit, exact: true }).click()
      await expect(dialog.getByText(report.missing.reason)).toBeVisible()
      await dialog.getByRole('radio', { name: reasons.advance_money }).check()
      await dialog.getByLabel(report.words).fill('He wants money before I see it.')
      await dialog.getByRole('button', { name: report.submit, exact: true }).click()
      await expect(dialog.getByRole('heading', { name: report.doneHeading })).toBeVisible()
      await reporter.keyboard.press('Escape')
      await expect(button).toBeFocused()

      const moderator = await openPageAs('imran')
      await moderator.goto(localizePath('/dashboard/cases'))
      await moderator.getByRole('link', { name: seller.name }).click()
      const panel = moderator.getByRole('region', { name: seller.name })
      await expect(panel.getByText(queue.chat.note)).toBeVisible()
      await expect(panel.getByText(text, { exact: true })).toBeVisible()
      await expect(panel.getByText('He wants money before I see it.')).toBeVisible()
      await moderator.keyboard.press('4')
      await expect(moderator.getByRole('radio', { name: new RegExp(queue.decisions.warn) })).toBeChecked()
      await moderator.getByLabel(queue.reason).fill('Nobody pays before seeing the bike.')
      await moderator.getByRole('button', { name: queue.submit, exact: true }).click()
      await expect(findExactText(moderator, queue.success)).toBeVisible()

      const owner = await openPageAs(seller)
      await owner.goto(localizePath('/dashboard/standing'))
      await expect(owner.getByRole('heading', { name: standing.decisions.warn })).toBeVisible()
      await expect(owner.getByText('Nobody pays before seeing the bike.')).toBeVisible()

      await reporter.goto(localizePath('/dashboard/standing'))
      await expectPage(reporter, { path: '/dashboard/standing', heading: standing.title })
      await expect(reporter.getByRole('heading', { name: otherName })).toBeVisible()
      await expect(reporter.getByText(standing.outcomes.upheld)).toBeVisible()
    },
  )
}
