const previewPx = 640

/**
 * A small copy of a photo as a data: URL, shown during the upload. Null where the browser cannot decode the file; the
 * server decides whether it is a valid picture.
 */
export const createPhotoPreview = async (file: File): Promise<string | null> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, previewPx / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return null
  }
}
