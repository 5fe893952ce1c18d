import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { getPictureVariants } from '#contract/picture-sizes.ts'
import { bikes, generatedBikes, handwrittenBikes } from './bikes.ts'
import { findListingPictures, photographedBikes, listingPictureSize } from './listing-pictures.ts'

const folder = join(import.meta.dirname, '../web/assets/pictures')
const allBikes = [...handwrittenBikes, ...generatedBikes]
const listed = allBikes.flatMap(({ key }) => findListingPictures(key))
const getFile = (name: string): string => join(folder, `${name}.webp`)
const maxBytes = 35 * 1_024
const maxTotalBytes = 60_000_000

describe('the pictures of the demonstration bikes', () => {
  test('are not shared: no two bikes show the same file, nor files with the same content', () => {
    const names = bikes.flatMap(({ picture, details }) => [picture, ...(details?.morePictures ?? [])])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    const hashes = names.map((name) =>
      createHash('sha256')
        .update(readFileSync(getFile(name)))
        .digest('hex'),
    )
    expect(new Set(hashes).size).toBe(names.length)
  })

  test('are the bike’s own for every bike that is shown', () => {
    for (const { key, picture } of bikes.filter((bike) => !photographedBikes.includes(bike.key)))
      expect(picture).toBe(findListingPictures(key)[0]?.name)
  })

  test('are drawn for a bike before its second ones are for any: a bike with an odometer has the other views', () => {
    for (const { key } of allBikes) {
      const views = findListingPictures(key).map(({ view }) => view)
      expect(views).toEqual(['side', 'three-quarter', 'odometer'].slice(0, views.length))
    }
  })

  test('have an odometer that reads the kilometres of the listing', () => {
    for (const { key, details } of allBikes)
      for (const { view, kilometres } of findListingPictures(key))
        expect(kilometres).toBe(view === 'odometer' ? details?.kilometres : undefined)
  })

  test('are 760 pixels wide, at most 35 KB each and 60 MB together', async () => {
    const { widthPx, heightPx } = listingPictureSize
    for (const { name } of listed) {
      expect(statSync(getFile(name)).size, name).toBeLessThanOrEqual(maxBytes)
      expect(await sharp(getFile(name)).metadata(), name).toMatchObject({ width: widthPx, height: heightPx })
    }
    const total = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    expect(total).toBeLessThan(maxTotalBytes)
  })

  test('are in the manifest if they are in the folder, in both sizes', () => {
    const files = readdirSync(folder).filter((file) => file.startsWith('listing-'))
    const wanted = listed.flatMap(({ name }) =>
      getPictureVariants(`/pictures/${name}.webp`).map(({ url }) => url.slice('/pictures/'.length)),
    )
    expect(files.toSorted()).toEqual(wanted.toSorted())
  })
})
