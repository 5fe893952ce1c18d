// Sellers who upload one picture after another, in a process of their own so that they do not slow the one who measures.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

export type Uploading = { origin: string; token: string; file: string }

// What stands behind the end of a JPEG is not decoded, and makes another file of it for the store.
const another = (photo: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([photo, Buffer.from(`${performance.now()} ${Math.random()}`)]))

/** Uploads a picture that the shop has not seen before. */
export const uploadOnce = async ({ origin, token }: Omit<Uploading, 'file'>, photo: Buffer): Promise<void> => {
  const form = new FormData()
  form.append('image', new Blob([another(photo)], { type: 'image/jpeg' }), 'bike.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/images`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`)
}

const uploadForEver = async (): Promise<void> => {
  const { file, uploaders, ...to } = JSON.parse(await text(process.stdin)) as Uploading & { uploaders: number } // oxlint-disable-line typescript/no-unsafe-type-assertion -- pictures.ts wrote it
  const photo = await readFile(file)
  await uploadOnce(to, photo)
  console.log('uploading')
  const forEver = async () => {
    for (;;) await uploadOnce(to, photo)
  }
  await Promise.all(Array.from({ length: uploaders }, forEver))
}

if (process.argv[1] === import.meta.filename) await uploadForEver()
