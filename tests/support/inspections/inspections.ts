// Steps of inspections.
import {
  inspectionPoints,
  type InspectionMark,
  type InspectionPoint,
  quickPoints,
} from '#contract/inspections/points.ts'
import { assert } from 'vitest'
import type { Client } from '#contract/client.ts'
import type { MemberClient } from '../selling.ts'
import type { TestApp } from '../test-app.ts'

type Marks = Partial<Record<InspectionPoint, InspectionMark>>

/** Answers for these points: good, but for those that are named. */
export const answer = (points: readonly InspectionPoint[], marks: Marks = {}) =>
  points.map((point) => ({ point, mark: marks[point] ?? ('good' as const) }))

export const getSlug = async ({ db }: TestApp, bikeId: string): Promise<string> => {
  const { rows } = await db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [bikeId])
  return rows[0]?.slug ?? ''
}

/** A member begins an inspection, answers all its points and signs it; returns its id. */
export const signInspection = async (
  member: MemberClient,
  slug: string,
  { kind = 'seller', marks = {} }: { kind?: 'seller' | 'buyer'; marks?: Marks } = {},
): Promise<{ id: string; contentHash: string }> => {
  const { insertedId: id } = await member('POST /bikes/:slug/inspections', { params: { slug } })
  const answers = answer(kind === 'seller' ? quickPoints : inspectionPoints, marks)
  await member('PUT /inspections/:id/answers', { params: { id }, body: { answers } })
  const { contentHash } = await member('POST /inspections/:id/sign', { params: { id }, body: {} })
  return { id, contentHash }
}

/** Each buyer begins an inspection of the bike of a deal, and invites a mechanic. */
export const beginInspections = async (buyers: readonly Client[]): Promise<void> => {
  for (const buyer of buyers) {
    const [deal] = await buyer('GET /deals', { query: { limit: '1' } })
    assert(deal, 'needs a deal')
    const params = { slug: deal.slug }
    await buyer('POST /bikes/:slug/inspections', { params })
    await buyer('POST /bikes/:slug/inspections/invitations', { params })
  }
}
