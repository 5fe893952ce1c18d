// After a handover: the seller tells BRTA, the buyer applies and types the slip number, and both print the sale receipt.
import { getDemoBike } from './bikes.ts'
import { createReleasedDeal } from './deals.ts'
import { expect, findExactText, test } from './e2e-test.ts'
import { languages } from './languages.ts'
import { createClientFor, findBike, getPerson } from './people.ts'
import { toPrintedPattern } from '#tests/support/papers/printed-receipt.ts'

const bikesByLanguage = {
  en: {
    key: 'honda-cbr150r-1',
    numbers: { registration: 'Dhaka Metro-La 31-4471', engine: 'KC34E-8104471', chassis: 'MLHKC34A0L5104471' },
  },
  bn: {
    key: 'bajaj-v15-1',
    numbers: { registration: 'ঢাকা মেট্রো-হ ৩২-৫৫৮২', engine: 'JEZCGA05582', chassis: 'MD2A63CZ4HCA05582' },
  },
} as const

for (const language of languages) {
  const { name: languageName, namespaces, localizePath, code, format } = language
  const { transfers } = namespaces
  const { key, numbers } = bikesByLanguage[code]

  test(
    `after the handover the seller tells BRTA, the buyer applies and types the slip number (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      test.slow()
      browserErrors.allow(/ net::ERR_INTERNET_DISCONNECTED$/)
      const { seller } = getDemoBike(key)
      const ofSeller = await createClientFor(server, getPerson(seller))
      const { _id: bikeId } = await findBike(ofSeller, key)
      await ofSeller('PUT /allbikes/myproduct/:id/numbers', { params: { id: bikeId }, body: numbers })
      const id = await createReleasedDeal(server, buyer, key)
      const deal = await ofSeller('GET /deals/:id', { params: { id } })
      const path = localizePath(`/dashboard/transfers/${id}`)
      const [buyers, sellers] = [await openPageAs(buyer), await openPageAs(seller)]

      await sellers.goto(localizePath(`/dashboard/deal/${id}`))
      await sellers.getByRole('link', { name: transfers.headings.seller, exact: true }).click()
      await expect(sellers.getByRole('heading', { level: 1, name: transfers.headings.seller })).toBeVisible()
      await expect(sellers.getByRole('img', { name: transfers.ring(format.count(30), format.count(30)) })).toBeVisible()
      await sellers.getByRole('button', { name: transfers.acts.notice, exact: true }).click()
      await sellers.getByRole('dialog').getByRole('button', { name: transfers.acts.save, exact: true }).click()
      await expect(sellers.getByRole('heading', { name: transfers.states.notice_given })).toBeVisible()

      // Ticks need no connection, and reach the server with it.
      await buyers.goto(path)
      await expect(buyers.getByRole('img', { name: transfers.ring(format.count(60), format.count(60)) })).toBeVisible()
      await buyers.context().setOffline(true)
      await buyers.getByRole('checkbox', { name: transfers.checklist.items.form_to }).check()
      await buyers.getByRole('checkbox', { name: transfers.checklist.items.smart_card }).check()
      await expect(buyers.getByText(transfers.checklist.count(format.count(2), format.count(10)))).toBeVisible()
      await buyers.context().setOffline(false)
      const ofBuyer = await createClientFor(server, buyer)
      await expect(async () => {
        const { ticks } = await ofBuyer('GET /transfers/:id', { params: { id } })
        expect(ticks).toEqual(['form_to', 'smart_card'])
      }).toPass()
      await buyers.reload()
      await expect(buyers.getByRole('checkbox', { name: transfers.checklist.items.form_to })).toBeChecked()
      await buyers.getByLabel(transfers.checklist.case).selectOption({ label: transfers.checklist.cases.loan })
      await expect(buyers.getByRole('checkbox', { name: transfers.checklist.items.bank_release })).toBeVisible()

      await buyers.getByRole('button', { name: transfers.receipt.edit }).click()
      const dialog = buyers.getByRole('dialog')
      await dialog.getByLabel(transfers.receipt.name).fill('Karim Sheikh')
      await dialog.getByLabel(transfers.receipt.address).fill('Banasree Block C, Rampura')
      await dialog.getByRole('button', { name: transfers.acts.save, exact: true }).click()
      await expect(dialog).toBeHidden()

      const sellerDetails = { name: 'Md Jahangir Alam', address: 'House 14, Road 3, Mirpur 10' }
      await ofSeller('PUT /transfers/:id', { params: { id }, body: { act: 'details', ...sellerDetails } })

      // The receipt has every field in both languages, and is one page of A4. No script of ours reads a PDF, so what is
      // read back is the text that can be seen when the page is printed.
      await buyers.getByRole('link', { name: transfers.receipt.open }).click()
      const sheet = buyers.getByRole('region', { name: transfers.receipt.sheet })
      const readOverhang = () => sheet.evaluate((frame) => frame.scrollWidth - frame.clientWidth)
      await expect.poll(readOverhang, 'the whole width of the sheet can be read on a phone').toBe(0)
      await buyers.emulateMedia({ media: 'print' })
      const readCut = () => sheet.getByRole('article').evaluate((page) => page.scrollHeight - page.clientHeight)
      await expect.poll(readCut, 'nothing is cut off at the end of the page').toBe(0)
      await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('Motorcycle sale receiptমোটরসাইকেল বিক্রয় রসিদ')
      await expect(buyers.getByRole('banner')).toBeHidden()
      await expect(buyers.getByRole('button', { name: transfers.receipt.print })).toBeHidden()
      const opened = await ofBuyer('GET /transfers/:id/receipt', { params: { id } })
      const given = {
        ...opened,
        ...numbers,
        seller: sellerDetails,
        buyer: { name: 'Karim Sheikh', address: 'Banasree Block C, Rampura' },
        productName: deal.productName,
        price: deal.price,
      }
      await expect(sheet.getByRole('article')).toHaveText(toPrintedPattern(given), { useInnerText: true })
      if (buyers.context().browser()?.browserType().name() === 'chromium') {
        const pdf = (await buyers.pdf({ preferCSSPageSize: true })).toString('latin1')
        expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
        // A4 in points: 595 × 842.
        expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/)
      }
      await buyers.emulateMedia({ media: 'screen' })

      await buyers.getByRole('link', { name: transfers.receipt.back }).click()
      await buyers.getByRole('button', { name: transfers.acts.apply, exact: true }).click()
      await buyers.getByRole('dialog').getByRole('button', { name: transfers.acts.save, exact: true }).click()
      await buyers.getByRole('button', { name: transfers.acts.slip, exact: true }).click()
      await buyers.getByRole('dialog').getByLabel(transfers.acts.slipLabel).fill('dm-2026/0012')
      await buyers.getByRole('dialog').getByRole('button', { name: transfers.acts.save, exact: true }).click()
      await expect(buyers.getByRole('heading', { name: transfers.done, exact: true })).toBeVisible()

      // The seller's page learns of it without a click.
      await expect(findExactText(sellers, 'DM-2026/0012')).toBeVisible()
    },
  )
}
