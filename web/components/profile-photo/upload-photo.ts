// Small photos of members, made in the browser: square, and far below the limits of an upload. Loaded when one is made.
import type { Client } from '#contract/client.ts'
import { getInitials } from '#web/ui/avatar.tsx'

const photoPx = 480

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), type, 0.85),
  )

const createCanvas = () => {
  const canvas = document.createElement('canvas')
  canvas.width = photoPx
  canvas.height = photoPx
  return { canvas, context: canvas.getContext('2d') }
}

/** The middle of a photo as a square. The file itself where the browser cannot decode it: the server then decides. */
const cropPhoto = async (file: File): Promise<Blob> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const side = Math.min(bitmap.width, bitmap.height)
    const { canvas, context } = createCanvas()
    const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
    context?.drawImage(bitmap, left, top, side, side, 0, 0, photoPx, photoPx)
    bitmap.close()
    return await toBlob(canvas, 'image/jpeg')
  } catch {
    return file
  }
}

/** A picture of the initials of a name, in the font of the page. */
const drawInitials = (name: string): Promise<Blob> => {
  const { canvas, context } = createCanvas()
  if (context) {
    context.fillStyle = '#0d4d3a'
    context.fillRect(0, 0, photoPx, photoPx)
    context.fillStyle = '#fdf9ef'
    context.font = `600 ${photoPx * 0.4}px ${getComputedStyle(document.body).fontFamily}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(getInitials(name.trim()), photoPx / 2, photoPx * 0.53)
  }
  return toBlob(canvas, 'image/png')
}

/** Uploads a photo, or a picture of the initials of a name; returns its URL. */
export const uploadPhoto = async (client: Client, source: File | { name: string }): Promise<string> => {
  const form = new FormData()
  form.set('image', await (source instanceof File ? cropPhoto(source) : drawInitials(source.name)))
  return (await client('POST /profile-photos', { form }, { as: 'anyone' })).url
}
