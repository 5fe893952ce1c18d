// Sends what a member typed about a stolen bike, with the photo of the GD.
import type { Client } from '#contract/client.ts'
import { getFormText } from '#web/lib/get-form-text.ts'

/** In the order of the form. */
export const reportedNumbers = ['chassis', 'engine', 'registration'] as const
type ReportedNumber = (typeof reportedNumbers)[number]

/** The names of the form's fields, at which errors of the server are shown. */
export const reportFields = [...reportedNumbers, 'gdNumber', 'policeStation', 'gdOn'] as const

const readNumber = (form: FormData, kind: ReportedNumber): string | null => getFormText(form, kind).trim() || null

type SendPhoto = () => Promise<string | null | undefined>

/** Sends the photo, then the report; false without a photo. What fails is sent again with the same key. */
export const createReportSender = (client: Client, createKey: () => string) => {
  let key: string | undefined
  return async (form: FormData, sendPhoto: SendPhoto): Promise<boolean> => {
    const fileId = await sendPhoto()
    if (!fileId) return false
    key ??= createKey()
    const body = {
      chassis: readNumber(form, 'chassis'),
      engine: readNumber(form, 'engine'),
      registration: readNumber(form, 'registration'),
      gdNumber: getFormText(form, 'gdNumber'),
      policeStation: getFormText(form, 'policeStation'),
      gdOn: getFormText(form, 'gdOn'),
      fileId,
    }
    await client('POST /stolen', { body }, { idempotencyKey: key })
    return true
  }
}
