// Decodes a picture in the browser, whatever kind it can show, and right way up.

export type DecodedPicture = { source: CanvasImageSource; width: number; height: number; release: () => void }

// Two points beside each other that EXIF turns upright: 1 × 2 px once they are turned.
const turnedJpeg =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k='

const toBlob = (base64: string): Blob => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])

/** Whether createImageBitmap exists and turns pictures by EXIF: Safari did not always. */
const checkTurnsBitmaps = async (): Promise<boolean> => {
  try {
    const { height } = await createImageBitmap(toBlob(turnedJpeg))
    return height === 2
  } catch {
    return false
  }
}

/** Decodes outside of the main thread. Without options, because old browsers refuse the ones they do not know. */
const decodeBitmap = async (picture: Blob): Promise<DecodedPicture> => {
  const bitmap = await createImageBitmap(picture)
  return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
}

/** The pages' policy allows pictures from data: URLs, but not from blob: URLs. */
export const toDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read.')))
    reader.readAsDataURL(file)
  })

/** Decodes in an <img>, which every browser since 2020 turns by EXIF, on the page and on a canvas. */
const decodeImage = async (picture: Blob): Promise<DecodedPicture> => {
  const image = new Image()
  image.src = await toDataUrl(picture)
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  return { source: image, width, height, release: () => image.removeAttribute('src') }
}

/** Decodes a picture; throws where the browser cannot show it. Call `release` afterwards: it may take 200 MB. */
export const decodePicture = async (picture: Blob): Promise<DecodedPicture> => {
  if (!(await checkTurnsBitmaps())) return decodeImage(picture)
  // Of some kinds, such as HEIC, a browser may show an <img> and make no bitmap.
  return decodeBitmap(picture).catch(() => decodeImage(picture))
}
