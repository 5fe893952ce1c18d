// Names, titles and places that everybody reads have no contact details: the number of a seller has a field of its own.
import { ApiError } from '#contract/errors/api-errors.ts'
import type { FieldName } from '#contract/errors/field-names.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { findContactDetails } from './masking.ts'

/**
 * Refuses a text that everybody reads when it has a telephone number, an e-mail or web address, or a name in a network.
 * @param place.key the field of the request
 * @param place.field what a person calls it
 */
export const assertNoContactDetails = (
  text: string | undefined,
  { key, field }: { key: string; field: FieldName },
): void => {
  if (text !== undefined && findContactDetails(text).length > 0)
    throw new ApiError('bad_request', { field: key, reason: toReason('contact_in_public_text', { field }) })
}
