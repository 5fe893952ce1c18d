// Papers of a bike: what a seller says and shows, and what a moderator decides.
import type { PaperAnswer, PaperKind, PaperFault } from '#contract/papers/paper-kinds.ts'
import type { MemberClient } from '../selling.ts'
import { createUniqueJpeg, createUploadForm } from '../test-pictures.ts'
import type { TestApp } from '../test-app.ts'

/** Uploads a photo of a paper; returns its id. */
export const uploadPaper = async (seller: MemberClient, bytes?: Uint8Array): Promise<string> => {
  const form = createUploadForm(bytes ?? (await createUniqueJpeg()))
  return (await seller('POST /papers/files', { form })).fileId
}

/** Reads the photo of a paper, with a token or without. */
export const readPaperFile = (testApp: TestApp, fileId: string, token?: string) =>
  testApp.fastify.inject({
    url: `/api/papers/files/${fileId}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

type Said = { kind: PaperKind; said: PaperAnswer; validUntil?: string }

/** The answers of complete papers. */
export const completePapers = (validUntil: string): Said[] => [
  { kind: 'registration', said: 'mine' },
  { kind: 'tax_token', said: 'valid', validUntil },
  { kind: 'plate', said: 'fitted' },
  { kind: 'loan', said: 'none' },
]

/** Says and shows one paper; returns the id of the photo. */
export const showPaper = async (seller: MemberClient, bikeId: string, said: Said): Promise<string> => {
  const fileId = await uploadPaper(seller)
  await seller('PUT /allbikes/myproduct/:id/papers', { params: { id: bikeId }, body: { ...said, fileId } })
  return fileId
}

/** Finds the id of a paper. */
export const getPaperId = async ({ db }: TestApp, bikeId: string, kind: PaperKind): Promise<string> => {
  const { rows } = await db.$client.query<{ id: string }>(
    'select id from bike_papers where bike_id = $1 and kind = $2',
    [bikeId, kind],
  )
  return rows[0]?.id ?? ''
}

/** A moderator opens a paper and decides. */
export const decide = async (
  testApp: TestApp,
  moderator: MemberClient,
  { bikeId, kind, decision = 'checked' }: { bikeId: string; kind: PaperKind; decision?: 'checked' | PaperFault },
) => {
  const params = { id: await getPaperId(testApp, bikeId, kind) }
  const { fileId } = await moderator('POST /papers/:id/openings', { params })
  return moderator('PUT /papers/:id', { params, body: { fileId, decision } })
}
