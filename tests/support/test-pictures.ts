// Generated pictures for tests.
import sharp, { type Sharp } from 'sharp'

/** A plain picture of one colour. */
export const createPlainPicture = (width: number, height: number, background = '#a33'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

/** Creates a JPEG that no other test has, because stores deduplicate pictures. */
export const createUniqueJpeg = (): Promise<Buffer> => {
  const randomByte = () => Math.floor(Math.random() * 256)
  return createPlainPicture(600, 400, `rgb(${randomByte()}, ${randomByte()}, ${randomByte()})`)
    .composite([
      { input: { create: { width: 1 + randomByte(), height: 1 + randomByte(), channels: 3, background: '#fff' } } },
    ])
    .jpeg()
    .toBuffer()
}

/** Creates the multipart form of an upload. */
export const createUploadForm = (
  bytes: Uint8Array,
  { field = 'image', name = 'bike.jpg', type = 'image/jpeg' }: { field?: string; name?: string; type?: string } = {},
): FormData => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}
