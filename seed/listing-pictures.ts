// The rendered pictures of demonstration bikes. tools/pictures draws them and writes the manifest.
import manifest from './picture-manifest.json' with { type: 'json' }

/** `odometer` shows the meter with the kilometres of the listing. */
export type PictureView = 'side' | 'three-quarter' | 'odometer'

/** `kilometres`: what the odometer in the picture reads. */
export type ListingPicture = { name: string; view: PictureView; kilometres?: number }

/** Size of every picture in pixels; a second file is 540 pixels wide, and the side view has a third of 270. */
export const listingPictureSize = { widthPx: 760, heightPx: 570 }

/** Bikes with photos of their own, among them one of the odometer; nothing is drawn for them. */
export const photographedBikes: readonly string[] = ['gixxer-mirpur']

const views: readonly PictureView[] = ['side', 'three-quarter', 'odometer']
// Bikes stand in the manifest by key, each with what its odometer picture shows, or null for other views.
const drawnByKey = new Map<string, Partial<Record<PictureView, number | null>>>(Object.entries(manifest))

const toPictureName = (key: string, view: PictureView): string => `listing-${key}-${view}`

/** The pictures of a bike that are rendered, the one for its card first. */
export const findListingPictures = (key: string): ListingPicture[] => {
  const drawn = drawnByKey.get(key) ?? {}
  return views.flatMap((view) => {
    const kilometres = drawn[view]
    if (kilometres === undefined) return []
    return [{ name: toPictureName(key, view), view, ...(kilometres !== null && { kilometres }) }]
  })
}
