// How the screens of a seller's own bike, of the check of its papers, and of the transfer after its sale, are opened.
import { randomUUID } from 'node:crypto'
import type { PaperKind } from '#contract/papers/paper-kinds.ts'
import { createUniqueJpeg, createUploadForm } from '#tests/support/test-pictures.ts'
import { getSharedDeal } from './deals.ts'
import { expect, readLinkPath } from './e2e-test.ts'
import { createPattern } from './languages.ts'
import { createClientFor, getPerson } from './people.ts'
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

/** The papers of the first bike in My Products, or one of them. */
const openPapers =
  (kind: PaperKind | '' = '') =>
  async (context: ScreenContext): Promise<void> => {
    await openPath('/dashboard/myproducts')(context)
    const { selling, papers } = context.language.namespaces
    const link = context.page.getByRole('link', { name: createPattern(selling.mine.papersLabel) }).first()
    await openPath(`${await readLinkPath(link)}?paper=${kind}`)(context)
    await expect(context.page.getByRole('navigation', { name: papers.own.steps })).toBeVisible()
  }

/** A photo that waits for a check, opened by a moderator. The screens of both languages share one bike and one paper. */
const openWaitingPaper = async (context: ScreenContext) => {
  const seller = await createClientFor(context.server, getPerson('rahim'))
  const [bike] = await seller('GET /allbikes/myproduct', { query: { email: getPerson('rahim').email } })
  const { fileId } = await seller('POST /papers/files', { form: createUploadForm(await createUniqueJpeg()) })
  await seller('PUT /allbikes/myproduct/:id/papers', {
    params: { id: bike?._id ?? '' },
    body: { kind: 'registration', said: 'mine', fileId },
  })
  await openPath('/dashboard/papers')(context)
  const { papers, bikePage } = context.language.namespaces
  const openLabel = papers.check.openLabel(bikePage.papers.kinds.registration, bike?.productName ?? '')
  await context.page.getByRole('button', { name: openLabel }).click()
  await expect(context.page.getByRole('heading', { name: papers.check.reasons })).toBeVisible()
}

export const paperScreens: Screen[] = [
  { name: 'papers of a bike', who: 'rahim', route: '/dashboard/myproducts/:id/papers', open: openPapers() },
  { name: 'the tax token of a bike', who: 'rahim', open: openPapers('tax_token') },
  { name: 'a paper to check', who: 'imran', route: '/dashboard/papers', open: openWaitingPaper },
]

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
