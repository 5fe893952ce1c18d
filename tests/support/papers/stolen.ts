// Reports of stolen bikes.
import { getMemberId, type MemberClient, registerMember } from '../selling.ts'
import type { TestApp } from '../test-app.ts'
import { createUniqueJpeg, createUploadForm } from '../test-pictures.ts'

let lastNumber = 0
/** Numbers that no other bike has. */
export const createUniqueNumbers = () => {
  const serial = String(500_000 + (lastNumber += 1))
  return { registration: `Dhaka Metro-Ha 15-${serial}`, engine: `E3R8E0${serial}`, chassis: `ME1RG5530L1${serial}` }
}

/** Proves a mobile number that nobody else has. */
export const provePhone = async (testApp: TestApp, member: MemberClient): Promise<void> => {
  await testApp.db.$client.query('insert into phone_proofs (member_id, number, proven_at) values ($1, $2, now())', [
    await getMemberId(testApp, member),
    `+88017${String(10_000_000 + (lastNumber += 1))}`,
  ])
}

/** A member who may report a stolen bike. */
export const registerReporter = async (testApp: TestApp): Promise<MemberClient> => {
  const reporter = await registerMember(testApp, 'Buyer', 'Sadia Islam')
  await provePhone(testApp, reporter)
  return reporter
}

/** Uploads the photo of a GD; returns its id. */
export const uploadGd = async (reporter: MemberClient): Promise<string> =>
  (await reporter('POST /stolen/files', { form: createUploadForm(await createUniqueJpeg()) })).fileId

/** What a report says, but for the bike. */
export const gdFields = { gdNumber: '1187', policeStation: 'Mirpur Model Thana', gdOn: '2026-10-19' }

/** Reports a bike by its chassis number; returns the id of the report. */
export const reportStolen = async (reporter: MemberClient, chassis: string, gdOn = gdFields.gdOn): Promise<string> => {
  const numbers = { registration: null, engine: null, chassis }
  const body = { ...numbers, ...gdFields, gdOn, fileId: await uploadGd(reporter) }
  return (await reporter('POST /stolen', { body })).insertedId
}

/** A moderator opens a report and decides. */
export const decideStolen = async (
  moderator: MemberClient,
  id: string,
  decision: 'matches' | 'unreadable' | 'other_number' | 'not_gd' | 'changed' | 'false',
) => {
  await moderator('POST /stolen/:id/openings', { params: { id } })
  return moderator('PUT /stolen/:id', { params: { id }, body: { decision } })
}
