// Makes a picture smaller before it is sent: a phone's photo of 6 MB becomes a JPEG of some 400 KB.
import { decodePicture, type DecodedPicture } from './decode-picture.ts'
import { type SavedBytes, planPicture } from './picture-plan.ts'

const jpegQuality = 0.82

type Area = { left: number; top: number; width: number; height: number }

/** Draws an area of a picture in a size. JPEG has no transparency, so what is transparent becomes white. */
const draw = (
  context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  source: CanvasImageSource,
  { left, top, width, height }: Area,
  size: { width: number; height: number },
): void => {
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, left, top, width, height, 0, 0, size.width, size.height)
}

/** Encodes an area of a decoded picture as a JPEG, outside of the main thread where the browser can. */
export const encodeJpeg = async (
  { source }: DecodedPicture,
  area: Area,
  size: { width: number; height: number },
): Promise<Blob> => {
  // Safari has it since 16.4, and with a 2D context only.
  const offscreen = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(size.width, size.height)
  const offscreenContext = offscreen?.getContext('2d')
  if (offscreen && offscreenContext) {
    draw(offscreenContext, source, area, size)
    return offscreen.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
  }
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The canvas has no context.')
  draw(context, source, area, size)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))),
      'image/jpeg',
      jpegQuality,
    ),
  )
}

/** The file to send, and the bytes before and after; `saved` is null for a file that is sent as it is. */
export type ShrunkPicture = { picture: Blob; saved: SavedBytes | null }

/**
 * Makes a picture smaller: at most 2,048 px, right way up, a JPEG without the place where it was taken. A small one stays as
 * it is, and so does what the browser cannot decode: the server decides.
 */
export const shrinkPicture = async (file: File): Promise<ShrunkPicture> => {
  const unchanged = { picture: file, saved: null }
  try {
    const decoded = await decodePicture(file)
    try {
      const { width, height } = decoded
      const plan = planPicture({ type: file.type, bytes: file.size, width, height })
      if (!plan) return unchanged
      const picture = await encodeJpeg(decoded, { left: 0, top: 0, width, height }, plan)
      if (!plan.isNeeded && picture.size >= file.size) return unchanged
      return { picture, saved: { before: file.size, after: picture.size } }
    } finally {
      decoded.release()
    }
  } catch {
    return unchanged
  }
}
