// How the screens of a seller's own bike, of its papers and inspections, and of the transfer after its sale, are opened.
import { randomUUID } from 'node:crypto'
import type { Client } from '#contract/client.ts'
import { quickPoints } from '#contract/inspections/points.ts'
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
  // Behind the menu of its bike.
  const link = context.page.getByLabel(createPattern(selling.mine.numbersLabel)).first()
  await openPath(await readLinkPath(link))(context)
  await expect(context.page.getByRole('button', { name: vehicleNumbers.form.save })).toBeVisible()
}

/** The papers of the first bike in My Products, or one of them. */
const openPapers =
  (kind: PaperKind | '' = '') =>
  async (context: ScreenContext): Promise<void> => {
    await openPath('/dashboard/myproducts')(context)
    const { selling, papers } = context.language.namespaces
    const link = context.page.getByLabel(createPattern(selling.mine.papersLabel)).first()
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
  { name: 'a stolen bike to report', who: 'rahim', route: '/dashboard/stolen', open: openPath('/dashboard/stolen') },
  {
    name: 'reports of stolen bikes',
    who: 'imran',
    route: '/dashboard/stolen-reports',
    open: openPath('/dashboard/stolen-reports'),
  },
]

/** Two bikes on sale of the seller of the demo: one is looked over, of the other one a report is signed. */
const getOwnBike = async ({ server }: ScreenContext, which: 'begun' | 'signed') => {
  const seller = await createClientFor(server, getPerson('rahim'))
  const own = await seller('GET /allbikes/myproduct', { query: { email: getPerson('rahim').email } })
  const slug = own.filter(({ status }) => status === 'available')[which === 'begun' ? 0 : 1]?.slug ?? ''
  return { seller, slug }
}

/** An inspection with answers that is not signed. Both languages share it. */
const beginInspection = async (context: ScreenContext) => {
  const { seller, slug } = await getOwnBike(context, 'begun')
  const { insertedId: id } = await seller('POST /bikes/:slug/inspections', { params: { slug } })
  const answers = [
    { point: quickPoints[0], mark: 'bad' as const, note: 'Takes three tries when cold' },
    ...quickPoints.slice(1, 12).map((point) => ({ point, mark: 'good' as const })),
  ]
  await seller('PUT /inspections/:id/answers', { params: { id }, body: { answers, kilometres: 22_150 } })
  return id
}

const openChecklist =
  (step: string) =>
  async (context: ScreenContext): Promise<void> => {
    await openPath(`/dashboard/inspections/${await beginInspection(context)}#${step}`)(context)
    const { checklist } = context.language.namespaces.inspections
    await expect(context.page.getByRole('navigation', { name: checklist.groups })).toBeVisible()
  }

const openBikeInspections = async (context: ScreenContext) => {
  const { seller, slug } = await getOwnBike(context, 'begun')
  const { invitations } = await seller('GET /bikes/:slug/inspections', { params: { slug } })
  if (invitations.length === 0) await seller('POST /bikes/:slug/inspections/invitations', { params: { slug } })
  await openPath(`/dashboard/inspections/bike/${slug}`)(context)
  const { bike } = context.language.namespaces.inspections
  await expect(context.page.getByRole('button', { name: bike.make })).toBeVisible()
}

/** The id of a report that everybody reads. */
const signReport = async (seller: Client, slug: string): Promise<string> => {
  const { insertedId: id } = await seller('POST /bikes/:slug/inspections', { params: { slug } })
  const answers = quickPoints.map((point) => ({ point, mark: 'good' as const }))
  await seller('PUT /inspections/:id/answers', { params: { id }, body: { answers } })
  await seller('POST /inspections/:id/sign', { params: { id }, body: {} })
  return id
}

/** Both languages share one report. */
const openReport = async (context: ScreenContext) => {
  const { seller, slug } = await getOwnBike(context, 'signed')
  const { inspections } = await seller('GET /bikes/:slug/inspections', { params: { slug } })
  const signed = inspections.find(({ state }) => state === 'signed')
  await openPath(`/inspections/${signed?._id ?? (await signReport(seller, slug))}`)(context)
  // Interaction hydrates the page.
  await context.page.getByRole('main').getByRole('heading', { level: 1 }).hover()
}

export const inspectionScreens: Screen[] = [
  {
    name: 'inspections of a bike',
    who: 'rahim',
    route: '/dashboard/inspections/bike/:slug',
    open: openBikeInspections,
  },
  { name: 'a checklist', who: 'rahim', route: '/dashboard/inspections/:id', open: openChecklist('brakes') },
  { name: 'what was found at a bike', who: 'rahim', open: openChecklist('found') },
  { name: 'a report', who: 'visitor', route: '/inspections/:id', open: openReport },
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
