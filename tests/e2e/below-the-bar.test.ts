// What gets the focus is not hidden by the bar at the top and its scallops, nor by one at the bottom.
import type { Page } from '@playwright/test'
import { createReservedBike } from './deals.ts'
import { expect, test, waitUntilReady } from './e2e-test.ts'
import { createBikeName, createListings } from './listing.ts'
import { createClientFor, registerSeller } from './people.ts'

/**
 * Scrolls each field of the page half under the bar, focuses it, and returns the labels that the bar or its scallops of 9 px
 * then hide.
 */
const findHiddenLabels = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
    const fields = document.querySelectorAll<HTMLInputElement>(
      'main :is(input:not([type="hidden"], [tabindex="-1"]), select, textarea)',
    )
    const findLabel = (field: HTMLInputElement) => {
      const labelId = field.getAttribute('aria-labelledby')
      if (labelId !== null) return document.querySelector(`#${CSS.escape(labelId)}`)
      return field.type === 'radio' ? field.closest('fieldset')?.querySelector('legend') : field.labels?.[0]
    }
    return [...fields].flatMap((field) => {
      field.blur()
      const { top, height } = field.getBoundingClientRect()
      scrollTo({ top: scrollY + top + height / 2 - bar, behavior: 'instant' })
      field.focus()
      const label = findLabel(field)
      // A button opens the choice of a photo: its own field is not shown.
      if (!label) return []
      const { top: labelTop } = label.getBoundingClientRect()
      return labelTop < bar + 9 ? [`${label.textContent}: ${Math.round(labelTop - bar - 9)} px`] : []
    })
  })

test('a field that gets the focus shows its label below the bar', { tag: '@long' }, async ({ openPageAs, server }) => {
  for (const [who, path] of [
    ['visitor', '/register'],
    ['visitor', '/valuation'],
    [await registerSeller(server), '/dashboard/addproducts'],
  ] as const) {
    const page = await openPageAs(who)
    await page.goto(path)
    await waitUntilReady(page)
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
    await expect.poll(() => findHiddenLabels(page), path).toEqual([])
  }
})

/** Scrolls each field of the form half under the bar at the bottom, focuses it, and returns those that the bar then hides. */
const findFieldsBehindBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.savebar')
    if (!bar) return ['no bar']
    const fields = [
      ...document.querySelectorAll<HTMLElement>('main form :is(input:not([type="file"]), select, textarea)'),
    ]
    return fields
      .filter((field) => field.checkVisibility())
      .flatMap((field) => {
        field.blur()
        const { top, height } = field.getBoundingClientRect()
        const barTop = bar.getBoundingClientRect().top
        scrollTo({ top: scrollY + top + height / 2 - barTop, behavior: 'instant' })
        field.focus()
        const shown = field.getBoundingClientRect()
        // Of a text of many lines the browser brings the caret into view, which is in the first line.
        const bottom = field.matches('textarea') ? Math.min(shown.bottom, shown.top + 48) : shown.bottom
        const hiddenPx = bottom - bar.getBoundingClientRect().top
        return hiddenPx > 0 ? [`${field.id}: ${Math.round(hiddenPx)} px`] : []
      })
  })

test(
  'no field of a bike that is edited has the focus behind the bar to save',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const seller = await registerSeller(server)
    await createListings(server, seller, [createBikeName()])
    const client = await createClientFor(server, seller)
    const [bike] = await client('GET /allbikes/myproduct', { query: { email: seller.email } })
    const page = await openPageAs(seller)
    await page.goto(`/dashboard/myproducts/${bike?._id ?? ''}`)
    await waitUntilReady(page)
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeInViewport()
    await page.getByText('More about the bike', { exact: true }).click()
    await expect(page.getByLabel('Description')).toBeVisible()
    await expect.poll(() => findFieldsBehindBar(page)).toEqual([])
  },
)

test(
  'the bar of a deal is in view however much was reported about it',
  { tag: '@long' },
  async ({ openPageAs, buyer, server }) => {
    const { id, seller } = await createReservedBike(server, buyer)
    const [ofBuyer, ofSeller] = [await createClientFor(server, buyer), await createClientFor(server, seller)]
    const params = { id }
    const { code } = await ofBuyer('GET /deals/:id/code', { params, query: { together: 'yes' } })
    await ofSeller('POST /deals/:id/handover', { params, body: { code } })
    const note = 'The engine leaks oil, and the brakes make a noise. '.repeat(19).trim()
    await ofBuyer('POST /deals/:id/problem', { params, body: { reason: 'damaged', note } })
    // The buyer has told their side; the seller is asked for theirs.
    const page = await openPageAs(seller)
    await page.goto(`/dashboard/deal/${id}`)
    await expect(page.locator('.actbar')).toBeInViewport({ ratio: 1 })
  },
)
