// How many uploads may arrive at once: in all, for each member and for each address.
import { ApiError } from '#contract/errors/api-errors.ts'
import { toAddressKey } from '#platform/http/client-address.ts'

export type UploadLimits = {
  /** In all. Uploads take long and use little CPU. */
  maxUploads: number
  /** A browser sends two pictures at once: the first one of a bike, and the next of the others. */
  maxUploadsPerMember: number
  /** Hundreds of phones may share one address. */
  maxUploadsPerAddress: number
  /** The last places are for members and addresses without an upload in progress. */
  reservedUploads: number
}

// An upload at the slowest accepted speed ends after 150 seconds; most end within seconds.
const retryAfterSeconds = 10

/** The request of an upload. */
type Upload = { ip: string }

export type UploadPlaces = {
  /** Takes a place; returns the error if there is none for this sender. */
  take: (request: Upload, memberId: string | undefined) => ApiError | null
  /** Frees the place, if the request has one. Returns whether it had one. */
  release: (request: Upload) => boolean
}

export const createUploadPlaces = (limits: UploadLimits): UploadPlaces => {
  const senders = new Map<Upload, { memberId: string | undefined; address: string }>()

  const countOthers = (key: 'memberId' | 'address', value: string | undefined): number =>
    value === undefined ? 0 : [...senders.values()].filter((sender) => sender[key] === value).length

  const getError = (memberId: string | undefined, address: string): ApiError | null => {
    const [ofMember, ofAddress] = [countOthers('memberId', memberId), countOthers('address', address)]
    const isOverOwnLimit = ofMember >= limits.maxUploadsPerMember || ofAddress >= limits.maxUploadsPerAddress
    if (isOverOwnLimit) return new ApiError('too_many_requests', { retryAfterSeconds })
    const isNewSender = ofMember === 0 && ofAddress === 0
    const available = limits.maxUploads - senders.size - (isNewSender ? 0 : limits.reservedUploads)
    return available > 0 ? null : new ApiError('shop_unavailable')
  }

  return {
    take: (request, memberId) => {
      const address = toAddressKey(request.ip)
      const error = getError(memberId, address)
      if (!error) senders.set(request, { memberId, address })
      return error
    },
    release: (request) => senders.delete(request),
  }
}
