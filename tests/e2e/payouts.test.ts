// The cashier's page of payouts, and what a seller does to be paid.
import type { Page } from '@playwright/test'
import { groupInLakhs } from '#contract/language.ts'
import { getDemoBike } from './bikes.ts'
import { createReleasedDeal, createReservedBike } from './deals.ts'
import { expect, expectPage, test, waitUntilReady } from './e2e-test.ts'
import { createClientFor } from './people.ts'

test('payouts that cannot be loaded keep their tabs', { tag: '@long' }, async ({ openPageAs, browserErrors }) => {
  browserErrors.allow(/^GET \/api\/payouts\S* 503$/)
  const page = await openPageAs('rokeya')
  const fail = (isPaid: boolean) =>
    page.route(
      (url) => url.pathname === '/api/payouts' && url.searchParams.has('state') === isPaid,
      (route) => route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Not now.' } }),
    )
  await fail(false)
  await page.goto('/dashboard/payouts')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Payouts' })
  await expect(tabs.getByRole('link', { name: 'Waiting' })).toHaveAttribute('aria-current', 'page')
  await page.unrouteAll()
  await fail(true)
  await tabs.getByRole('link', { name: 'Paid out' }).click()
  await expect(tabs.getByRole('link', { name: 'Paid out' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Waiting' }).click()
  await expect(tabs.getByRole('link', { name: 'Waiting' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('For the bank (CSV)')).toBeVisible()
})

test(
  'bKash sends a payout after a second person has approved it; one person alone pays nobody',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    // Of Mizanur, who has not said where to be paid.
    await createReleasedDeal(server, buyer, 'fzs-agrabad')
    const page = await openPageAs('rokeya')
    await page.goto('/dashboard/payouts')
    await waitUntilReady(page)
    const findPayouts = (where: Page, seller: string) =>
      where.getByRole('region', { name: new RegExp(`^${seller} `) }).getByRole('listitem')
    const bike = getDemoBike('rayzr-zindabazar')
    const findPayout = (where: Page) =>
      findPayouts(where, 'Nusrat Jahan')
        .filter({ hasText: bike.name })
        .filter({ hasText: `৳${groupInLakhs(bike.taka.sale)}` })
    const item = findPayout(page)
    await item.getByRole('button', { name: /^Ask for approval \(bKash\): ৳[\d,]+$/ }).click()
    const asked = page.getByRole('dialog', { name: /^Send ৳[\d,]+ to Nusrat Jahan with bKash\?$/ })
    await asked.getByRole('button', { name: 'Yes, send with bKash' }).click()
    await expect(page.getByText('bKash sends it to Nusrat Jahan once somebody else has approved it.')).toBeVisible()
    // Whoever prepared it has no button to approve it, and no reference to type.
    await expect(item.getByText('You let bKash send it, which it does when somebody else approves it.')).toBeVisible()
    await expect(item.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    const admin = await openPageAs('ayesha')
    await admin.goto('/dashboard/payouts')
    await waitUntilReady(admin)
    const prepared = findPayout(admin).filter({ hasText: 'To be approved' })
    await expect(
      prepared.getByText('Rokeya Begum lets bKash send it, which it does when you approve it.'),
    ).toBeVisible()
    await expect(prepared.getByRole('textbox')).toHaveCount(0)
    await prepared.getByRole('button', { name: /^Approve, bKash sends it now: ৳[\d,]+$/ }).click()
    // One tap sends nothing: who gets how much, and where, is asked first.
    const question = admin.getByRole('dialog', { name: /^Send ৳[\d,]+ to Nusrat Jahan\?$/ })
    await expect(question.getByText(/ending in \d{4}\. bKash sends it at once/)).toBeVisible()
    await question.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(prepared).toHaveCount(0)
    await admin.getByRole('link', { name: 'Paid out' }).click()
    // The seller may have other payouts that wait.
    const paidOut = admin.getByRole('navigation', { name: 'Payouts' }).getByRole('link', { name: 'Paid out' })
    await expect(paidOut).toHaveAttribute('aria-current', 'page')
    await expect(admin.getByRole('listitem').filter({ hasText: 'Nusrat Jahan' }).first()).toBeVisible()
    // A seller who has not said where to be paid is not paid.
    const waiting = findPayouts(page, 'Mizanur Rahman').first()
    await expect(waiting.getByText(/^We asked the seller on .* where to send it\. No answer yet\.$/)).toBeVisible()
    await expect(waiting.getByRole('button', { name: /^(?:Ask for approval|I will send it myself)/ })).toHaveCount(0)
  },
)

test(
  'a cashier sees the whole account number on request, and the audit trail says so',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const { seller, name, finish } = await createReservedBike(server, buyer)
    const ofSeller = await createClientFor(server, seller)
    const account = {
      kind: 'bank',
      number: '7700123456789',
      bankName: 'Sonali Bank',
      routingNumber: '200261234',
    } as const
    await ofSeller('PUT /payouts/destination', {
      body: { ...account, holderName: 'Selina Akter', password: seller.password },
    })
    await finish()
    const page = await openPageAs('rokeya')
    await page.goto('/dashboard/payouts')
    const item = page.getByRole('listitem').filter({ hasText: name })
    await expect(item.getByText('Bank account ending in 6789')).toBeVisible()
    await expect(page.getByText('7700123456789')).toHaveCount(0)
    await item.getByRole('button', { name: 'Show the whole number' }).press('Enter')
    await expect(item.getByText('7700123456789')).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await item.getByRole('button', { name: 'Copy the number' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('7700123456789')
    await expect(page.getByText('Number copied').first()).toBeVisible()
    await item.getByRole('button', { name: 'Hide the number' }).click()
    await expect(page.getByText('7700123456789')).toHaveCount(0)

    const admin = await openPageAs('ayesha')
    await admin.goto(`/dashboard/audit?what=account_number_shown&email=${encodeURIComponent(seller.email)}`)
    await expect(admin.getByText('Rokeya Begum').first()).toBeVisible()
    await expect(admin.getByText(/last4: 6789/).first()).toBeVisible()
    await expect(admin.getByText('7700123456789')).toHaveCount(0)
  },
)

test(
  'a member who is not a cashier does not see the payouts',
  { tag: '@long' },
  async ({ openPageAs, browserErrors }) => {
    browserErrors.allow(/403/)
    const page = await openPageAs('karim')
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'My Orders' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Payouts', exact: true })).toHaveCount(0)
    await page.goto('/dashboard/payouts')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('One person prepares, another approves.')).toHaveCount(0)
  },
)

/** Says where to be paid, on the page of the money. */
const saveAccount = async (page: Page, open: string, { number, password }: { number: string; password: string }) => {
  await page.getByRole('button', { name: open, exact: true }).click()
  await page.getByLabel('bKash number').fill(number)
  await page.getByLabel('Name on the account').fill('Selina Akter')
  await page.getByLabel(/^Your password/).fill(password)
}

test(
  'a seller is asked where to be paid when the first deposit arrives, and again at the payment that waits',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const { id, seller, finish } = await createReservedBike(server, buyer)
    const page = await openPageAs(seller)
    await page.goto(`/dashboard/deal/${id}`)
    await page.getByRole('link', { name: 'Add your bKash or bank account' }).click()
    await expectPage(page, { path: '/dashboard/money', heading: 'Money' })
    await page.goto('/dashboard/notifications')
    await page.getByRole('link', { name: /^Add where we pay you, so that ৳5,000 can be sent/ }).click()
    await expectPage(page, { path: '/dashboard/money', heading: 'Money' })

    await finish()
    await page.reload()
    const row = page.getByRole('listitem').filter({ hasText: '৳5,000' })
    await expect(row.getByText('Waits for your account.')).toBeVisible()
    await saveAccount(page, 'Add your bKash or bank account', { number: '01711000001', password: seller.password })
    // The first account is used at once.
    await expect(page.getByText(/72 hours/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved. We pay you there.')).toBeVisible()
    await expect(row.getByText(/^Waits until/)).toHaveCount(0)

    await saveAccount(page, 'Change', { number: '01711000002', password: seller.password })
    await expect(page.getByText(/the first payment waits 72 hours/)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(row.getByText(/^Waits until .*, because you changed where we pay you\.$/)).toBeVisible()
    await page.goto(`/dashboard/deal/${id}`)
    await expect(page.getByText(/^The ৳[\d,]+ paid here is yours\. We tell you when it is sent\./)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add your bKash or bank account' })).toHaveCount(0)
  },
)
