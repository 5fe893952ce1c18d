// What gets the focus is not hidden by the bar at the top and its scallops.
import type { Page } from '@playwright/test'
import { createReservedBike } from './deals.ts'
import { expect, test, waitUntilReady } from './e2e-test.ts'
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
