// Uploads pictures continuously, in a separate process, so that it does not slow down the measuring process.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

export type UploadTarget = { origin: string; token: string; file: string }

// Bytes after the end of a JPEG are not decoded, but make it a different file for the store.
const toUniqueFile = (photo: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([photo, Buffer.from(`${performance.now()} ${Math.random()}`)]))

/** Uploads a picture that is not stored yet. */
export const uploadOnce = async ({ origin, token }: Omit<UploadTarget, 'file'>, photo: Buffer): Promise<void> => {
  const form = new FormData()
  form.append('image', new Blob([toUniqueFile(photo)], { type: 'image/jpeg' }), 'bike.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}/api/images`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`An upload returned ${response.status}: ${await response.text()}`)
}

const uploadForever = async (): Promise<void> => {
  const { file, uploaders, ...target } = JSON.parse(await text(process.stdin)) as UploadTarget & { uploaders: number } // oxlint-disable-line typescript/no-unsafe-type-assertion -- pictures.ts wrote it
  const photo = await readFile(file)
  await uploadOnce(target, photo)
  console.log('uploading')
  const repeatUploads = async () => {
    for (;;) await uploadOnce(target, photo)
  }
  await Promise.all(Array.from({ length: uploaders }, repeatUploads))
}

if (process.argv[1] === import.meta.filename) await uploadForever()
