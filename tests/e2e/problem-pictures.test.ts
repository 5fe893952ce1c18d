// The pictures of a problem: chosen and taken away before the report, and sent again when one does not arrive.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createReservedBike } from './deals.ts'
import { expect, test, waitUntilReady } from './e2e-test.ts'

const createPicture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** Opens the report of a problem with a new deal, and chooses a reason. */
const openReport = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/dashboard/deal/${id}/problem`)
  await waitUntilReady(page)
  await page.getByRole('radio', { name: 'Something else' }).check()
}

test(
  'a picture that cannot be sent leaves the problem reported, and is sent again',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    test.slow()
    browserErrors.allow(/^POST \/api\/deals\/[\w-]+\/evidence\/picture 503$/)
    const { id } = await createReservedBike(server, buyer)
    const page = await openPageAs(buyer)
    await openReport(page, id)
    const pictures = [
      await createPicture('tank.jpg', '#882200'),
      await createPicture('wheel.jpg', '#228800'),
      await createPicture('engine.jpg', '#002288'),
    ]
    await page.getByLabel('Choose pictures').setInputFiles(pictures)
    const previews = page.getByRole('img', { name: /^Your picture/ })
    await expect(previews).toHaveCount(3)
    // With the keyboard: the focus goes on to the next choice.
    await page.getByRole('button', { name: 'Remove picture 2' }).press('Enter')
    await expect(previews).toHaveCount(2)
    await expect(page.getByLabel('Choose pictures')).toBeFocused()

    let tries = 0
    await page.route(/\/evidence\/picture$/, (route) => {
      tries += 1
      if (tries !== 2) return route.continue()
      return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } })
    })
    await page.getByRole('button', { name: 'Report the problem' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Problem reported', { timeout: 60_000 })
    await expect(page.getByRole('alert')).toContainText('The problem is reported, but 1 picture could not be sent.')
    await expect(page.getByText('Not now.')).toBeVisible()
    const evidence = page.getByRole('img', { name: 'Picture of the problem' })
    await expect(evidence).toHaveCount(1)

    await page.getByRole('button', { name: 'Send the pictures again' }).click()
    await expect(evidence).toHaveCount(2)
    await expect(previews).toHaveCount(0)
    await expect(page.getByText('could not be sent')).toHaveCount(0)
    expect(tries).toBe(3)

    // What is added stands above, and not in the field as well.
    const note = page.getByLabel('Add a note')
    await note.fill('It leaks at the left side.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('listitem').getByText('It leaks at the left side.')).toBeVisible()
    await expect(note).toHaveValue('')
  },
)

test(
  'a report whose answer is lost is not sent twice, and its picture is sent',
  { tag: '@long' },
  async ({ openPageAs, buyer, server, browserErrors }) => {
    browserErrors.allow(/^POST \/api\/deals\/[\w-]+\/problem net::ERR_FAILED$/)
    const { id } = await createReservedBike(server, buyer)
    const page = await openPageAs(buyer)
    await openReport(page, id)
    await page.getByLabel('Choose pictures').setInputFiles([await createPicture('tank.jpg', '#882200')])
    await expect(page.getByRole('img', { name: /^Your picture/ })).toHaveCount(1)
    let reports = 0
    await page.route(/\/problem$/, async (route) => {
      reports += 1
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Report the problem' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Problem reported')
    await expect(page.getByRole('img', { name: 'Picture of the problem' })).toHaveCount(1)
    expect(reports).toBe(1)
  },
)
