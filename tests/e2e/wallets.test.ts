// Paying by a wallet: the tabs on the payment screen, the pages of bKash and SSLCommerz, and the page after them.
import type { Page } from '@playwright/test'
import { listedWallets } from '#sandbox/bkash/account.ts'
import { listedNumbers } from '#sandbox/sslcommerz/account.ts'
import { findPayButton } from './card.ts'
import { expect, test, longUnless } from './e2e-test.ts'
import { languages, type TestLanguage } from './languages.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, type Person, registerSeller } from './people.ts'
import { readBkashJournal, setBkashFault } from '#tests/support/wallets/bkash.ts'
import type { TestServer } from './test-server.ts'

const goodNumber = '01712345678'

/** Opens the payment screen of a new booking; returns the name of the bike. */
const openNewOrder = async (page: Page, server: TestServer, buyer: Person, { localizePath }: TestLanguage) => {
  const name = createBikeName()
  const seller = await registerSeller(server)
  await createListings(server, seller, [name])
  const [bike] = await (await createClientFor(server, seller))('GET /allbikes/myproduct')
  const body = {
    producId: bike?._id ?? '',
    salePrice: bike?.salePrice ?? 0,
    contactNumber: goodNumber,
    meetingLocation: 'Farmgate',
  }
  const { insertedId: order } = await (await createClientFor(server, buyer))('POST /bookings', { body })
  await page.goto(localizePath(`/dashboard/payment/${order}`))
  await expect(findPayButton(page)).toBeEnabled()
  return name
}

/** Types number, code and PIN on the page of bKash. */
const payAtBkash = async (page: Page, number = goodNumber): Promise<void> => {
  await page.getByLabel('Your bKash account number').fill(number)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await page.getByLabel('Verification code').fill('123456')
  await page.getByRole('button', { name: 'Proceed' }).click()
  await page.getByLabel('PIN').fill('12345')
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** Chooses a wallet, types number, code and PIN on the page of SSLCommerz. */
const payAtSslcommerz = async (page: Page, number = goodNumber): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Pay with SSLCommerz' })).toBeVisible()
  await page.getByLabel('Wallet or bank').selectOption({ label: 'Nagad' })
  await page.getByLabel('Account number').fill(number)
  await page.getByLabel('Verification code').fill('123456')
  await page.getByLabel('PIN').fill('12345')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

const goBackToShop = (page: Page): Promise<void> => page.getByRole('button', { name: 'Back to the shop' }).click()

for (const language of languages) {
  const { name: languageName, namespaces, localizePath } = language
  const { wallets, buyer: buyerTexts, money } = namespaces

  const openWallet = async (page: Page, way: 'bkash' | 'sslcommerz'): Promise<void> => {
    await page.getByRole('tab', { name: wallets.ways[way] }).click()
    const [start = '', end = ''] = wallets.wallets[way].payWith('|').split('|')
    await page.getByRole('button', { name: new RegExp(`^${start}৳.*${end}$`) }).click()
  }
  const expectRefused = async (page: Page, failure: keyof typeof wallets.failures): Promise<void> => {
    await expect(page.getByRole('heading', { name: wallets.unpaid })).toBeVisible()
    await expect(page.getByText(wallets.failures[failure])).toBeVisible()
  }
  const expectPaid = async (page: Page): Promise<void> =>
    expect(page.getByRole('heading', { name: buyerTexts.payment.congrats })).toBeVisible()
  const expectPaidOrder = async (page: Page, name: string): Promise<void> => {
    await page.goto(localizePath('/dashboard'))
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText(buyerTexts.purchases.paid, { exact: true }).first()).toBeVisible()
  }

  test(
    `a buyer pays the deposit by bKash, after a wrong PIN, too little money and a change of mind (${languageName})`,
    { tag: longUnless(language.code === 'bn') },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const page = await openPageAs(buyer)
      const name = await openNewOrder(page, server, buyer, language)
      await page.getByRole('radio', { name: new RegExp(`^${money.pay.full}`) }).check()
      await page.getByRole('tab', { name: wallets.ways.bkash }).click()
      await expect(page.getByText(new RegExp(wallets.wallets.bkash.tooMuch('৳.*')))).toBeVisible()
      await page.getByRole('button', { name: new RegExp(`^${wallets.wallets.bkash.depositInstead('৳.*')}`) }).click()

      await openWallet(page, 'bkash')
      await payAtBkash(page, listedWallets.noBalance)
      await expectRefused(page, 'no_balance')
      await page.getByRole('link', { name: wallets.again }).click()

      await openWallet(page, 'bkash')
      await payAtBkash(page, listedWallets.wrongPin)
      for (let tries = 0; tries < 2; tries += 1) {
        await expect(page.getByText('The PIN is wrong.')).toBeVisible()
        await page.getByLabel('PIN').fill('12345')
        await page.getByRole('button', { name: 'Confirm' }).click()
      }
      await expectRefused(page, 'refused')
      await page.getByRole('link', { name: wallets.again }).click()

      await openWallet(page, 'bkash')
      await page.getByRole('button', { name: 'Close' }).click()
      await expectRefused(page, 'cancelled')
      await page.getByRole('link', { name: wallets.again }).click()

      await openWallet(page, 'bkash')
      await payAtBkash(page)
      await expectPaid(page)
      await page.reload()
      await expectPaid(page)
      await expectPaidOrder(page, name)
    },
  )

  test(
    `a buyer whose first wallet is refused pays by Nagad and closes the tab (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      const page = await openPageAs(buyer)
      const name = await openNewOrder(page, server, buyer, language)
      await openWallet(page, 'sslcommerz')
      await payAtSslcommerz(page, listedNumbers.noBalance)
      await goBackToShop(page)
      await expectRefused(page, 'refused')

      await page.getByRole('link', { name: wallets.again }).click()
      await openWallet(page, 'sslcommerz')
      await payAtSslcommerz(page)
      await expect(page.getByRole('button', { name: 'Back to the shop' })).toBeVisible()
      // The buyer never comes back: the notification of SSLCommerz says that the money is there.
      await expect(async () => expectPaidOrder(page, name)).toPass()
    },
  )

  test(
    `a buyer whose wallet is slow to answer waits on the page, also without a network for a while (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server, browserErrors }) => {
      browserErrors.allow(/ERR_INTERNET_DISCONNECTED/)
      const page = await openPageAs(buyer)
      await openNewOrder(page, server, buyer, language)
      await page.getByRole('radio', { name: new RegExp(`^${money.pay.deposit}`) }).check()
      await openWallet(page, 'bkash')
      const sandboxPort = Number(new URL(server.sandboxUrl).port)
      await setBkashFault(sandboxPort, { operation: 'execute', fault: 'drop_after' })
      await setBkashFault(sandboxPort, { operation: 'status', fault: 'stale', skip: 1, times: 3 })
      await payAtBkash(page)
      await expect(page.getByRole('heading', { name: wallets.wallets.bkash.waiting })).toBeVisible()
      const failed = page.waitForEvent('requestfailed')
      await page.context().setOffline(true)
      await failed
      await page.context().setOffline(false)
      await expectPaid(page)
    },
  )

  test(
    `a buyer closes the tab of bKash after the PIN, and finds Paid in the orders (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const page = await openPageAs(buyer)
      const name = await openNewOrder(page, server, buyer, language)
      await page.getByRole('radio', { name: new RegExp(`^${money.pay.deposit}`) }).check()
      await openWallet(page, 'bkash')
      await page.route('**/dashboard/paid/**', (route) => route.abort())
      await payAtBkash(page)
      await expect(async () => {
        const { payments } = await readBkashJournal(Number(new URL(server.sandboxUrl).port))
        expect(payments.at(-1)).toMatchObject({ status: 'Completed' })
      }).toPass()
      const later = await openPageAs(buyer)
      await expectPaidOrder(later, name)
    },
  )

  test(
    `the admin accepts a payment whose payer SSLCommerz doubts, and the buyer finds Paid (${languageName})`,
    { tag: '@long' },
    async ({ openPageAs, buyer, server }) => {
      test.slow()
      const page = await openPageAs(buyer)
      const name = await openNewOrder(page, server, buyer, language)
      await openWallet(page, 'sslcommerz')
      await payAtSslcommerz(page, listedNumbers.risky)
      await goBackToShop(page)
      await expect(page.getByRole('heading', { name: wallets.review })).toBeVisible()

      const admins = await openPageAs('ayesha')
      const { attention } = money.payouts
      await admins.goto(localizePath('/dashboard/payouts?show=attention'))
      const item = admins.getByRole('listitem').filter({ hasText: name })
      await expect(item.getByText(attention.waits.risk_undecided.name)).toBeVisible()
      const dialog = admins.getByRole('dialog')
      await item.getByRole('button', { name: attention.risk.refuse.open }).click()
      await dialog.getByRole('button', { name: attention.risk.refuse.cancel }).click()
      await item.getByRole('button', { name: attention.risk.accept.open }).click()
      await dialog.getByRole('button', { name: attention.risk.accept.confirm, exact: true }).click()
      await expect(admins.getByText(attention.risk.accept.success)).toBeVisible()
      await expect(item).toHaveCount(0)

      await page.reload()
      await expectPaid(page)
      await expectPaidOrder(page, name)
    },
  )
}
