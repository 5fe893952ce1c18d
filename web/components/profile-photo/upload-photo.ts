// Small photos of members, made in the browser: square, and far below the limits of an upload. Loaded when one is made.
import type { Client } from '#contract/client.ts'
import { decodePicture } from '#web/components/pictures/decode-picture.ts'
import { encodeJpeg } from '#web/components/pictures/shrink-picture.ts'
import { getInitials } from '#web/ui/avatar.tsx'

const photoPx = 480

/** The middle of a photo as a square. The file itself where the browser cannot decode it: the server then decides. */
const cropPhoto = async (file: File): Promise<Blob> => {
  try {
    const decoded = await decodePicture(file)
    const side = Math.min(decoded.width, decoded.height)
    const square = { left: (decoded.width - side) / 2, top: (decoded.height - side) / 2, width: side, height: side }
    const photo = await encodeJpeg(decoded, square, { width: photoPx, height: photoPx })
    decoded.release()
    return photo
  } catch {
    return file
  }
}

/** A picture of the initials of a name, in the font of the page. */
const drawInitials = (name: string): Promise<Blob> => {
  const canvas = Object.assign(document.createElement('canvas'), { width: photoPx, height: photoPx })
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#0d4d3a'
    context.fillRect(0, 0, photoPx, photoPx)
    context.fillStyle = '#fdf9ef'
    context.font = `600 ${photoPx * 0.4}px ${getComputedStyle(document.body).fontFamily}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(getInitials(name.trim()), photoPx / 2, photoPx * 0.53)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png'),
  )
}

/** Uploads a photo, or a picture of the initials of a name; returns its URL. */
export const uploadPhoto = async (client: Client, source: File | { name: string }): Promise<string> => {
  const form = new FormData()
  form.set('image', await (source instanceof File ? cropPhoto(source) : drawInitials(source.name)))
  return (await client('POST /profile-photos', { form }, { as: 'anyone' })).url
}
