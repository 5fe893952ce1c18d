const previewPx = 640

/**
 * A small copy of a photo as a data: address, to show while the photo itself is on its way. Gives null where the browser
 * cannot draw it; whether it is a picture is for the shop to say.
 */
export const photoPreview = async (file: File): Promise<string | null> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const share = Math.min(1, previewPx / bitmap.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * share)
    canvas.height = Math.round(bitmap.height * share)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return canvas.toDataURL('image/jpeg', 0.8)
  } catch {
    return null
  }
}
