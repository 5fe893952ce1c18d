import { decodePicture, toDataUrl } from './decode-picture.ts'
import { encodeJpeg } from './shrink-picture.ts'

const previewPx = 640

/**
 * A small copy of a photo as a data: URL, shown during the upload. Null where the browser cannot decode the file; the
 * server decides whether it is a valid picture.
 */
export const createPhotoPreview = async (file: Blob): Promise<string | null> => {
  try {
    const decoded = await decodePicture(file)
    const { width, height } = decoded
    const scale = Math.min(1, previewPx / width)
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
    const preview = await encodeJpeg(decoded, { left: 0, top: 0, width, height }, size)
    decoded.release()
    return await toDataUrl(preview)
  } catch {
    return null
  }
}
