// How the screens of a seller's own bike, and of the transfer after its sale, are opened.
import { randomUUID } from 'node:crypto'
import { getSharedDeal } from './deals.ts'
import { expect, readLinkPath } from './e2e-test.ts'
import { createPattern } from './languages.ts'
import { openPath, type Screen, type ScreenContext } from './screen.ts'

/** An advertisement that waits for a moderator. The response is mocked, because the seller of this screen has no bike. */
export const openWaits = async (context: ScreenContext) => {
  const reasons = [
    { rule: 'border_words', quote: 'border cross' },
    { rule: 'price_far_below', quote: '60000' },
    { rule: 'same_picture', quote: '/pictures/gixxer-coal-dial.webp' },
  ]
  const times = { waitsSince: '2026-11-20T10:20:00Z', lookBy: '2026-11-21T10:20:00Z' }
  const why = { because: 'rules', ...times, reasons }
  const bike = { _id: randomUUID(), productName: 'Suzuki Gixxer 155', price: 60_000, image: '', ...why }
  await context.page.route('**/api/waiting/*', (route) => route.fulfill({ json: bike }))
  await openPath(`/dashboard/myproducts/${bike._id}/waits`)(context)
  const { waits } = context.language.namespaces.publishing
  await expect(context.page.getByRole('link', { name: waits.edit })).toBeVisible()
}

/** The form of the first bike in My Products. */
export const openEditing = async (context: ScreenContext) => {
  await openPath('/dashboard/myproducts')(context)
  const { edit } = context.language.namespaces.bikeDetails
  const link = context.page.getByRole('link', { name: createPattern(edit.editLabel) }).first()
  await openPath(await readLinkPath(link))(context)
  await expect(context.page.getByRole('button', { name: edit.submit })).toBeVisible()
}

/** The numbers of the first bike in My Products. */
export const openNumbers = async (context: ScreenContext) => {
  await openPath('/dashboard/myproducts')(context)
  const { selling, vehicleNumbers } = context.language.namespaces
  const link = context.page.getByRole('link', { name: createPattern(selling.mine.numbersLabel) }).first()
  await openPath(await readLinkPath(link))(context)
  await expect(context.page.getByRole('button', { name: vehicleNumbers.form.save })).toBeVisible()
}

/** Opens the transfer of a bike that was handed over. */
const openTransfer =
  (screen = '') =>
  async (context: ScreenContext): Promise<void> =>
    openPath(`/dashboard/transfers/${await getSharedDeal(context, 'released')}${screen}`)(context)

const openList = async (context: ScreenContext): Promise<void> => {
  await getSharedDeal(context, 'released')
  await openPath('/dashboard/transfers')(context)
}

export const transferScreens: Screen[] = [
  { name: 'a transfer of the buyer', who: 'imran', route: '/dashboard/transfers/:id', open: openTransfer() },
  { name: 'a transfer of the seller', who: 'jahangir', open: openTransfer() },
  { name: 'sale receipt', who: 'imran', route: '/dashboard/transfers/:id/receipt', open: openTransfer('/receipt') },
  { name: 'transfers', who: 'imran', route: '/dashboard/transfers', open: openList },
  { name: 'no transfers', who: 'buyer', open: openPath('/dashboard/transfers') },
  { name: 'fees and deadlines', who: 'ayesha', route: '/dashboard/fees', open: openPath('/dashboard/fees') },
]
