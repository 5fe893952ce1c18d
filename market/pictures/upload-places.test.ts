// Uploads over real sockets that drip, or that never end.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const boundary = 'part'
const partHead = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`

/** Starts an upload over a socket of its own, without its file. */
const startUpload = async ({ port }: TestApp, token: string, lengthHeader: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const headers = [
    'host: localhost',
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    lengthHeader,
  ]
  socket.write(`POST /api/images HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  return socket
}
const readHead = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0])

test('forty uploads of one seller that never end leave places for another seller', async () => {
  const testApp = await createTestApp()
  await testApp.fastify.listen({ host: '127.0.0.1', port: testApp.port })
  const [rahim, farhana] = [await testApp.signInAs('rahim'), await testApp.signInAs('farhana')]
  const heads: string[] = []
  for (let count = 0; count < 40; count += 1) {
    const socket = await startUpload(testApp, rahim.token, 'content-length: 500000')
    socket.on('data', (chunk: Buffer) => heads.push(String(chunk)))
    socket.write(partHead)
  }
  // Four drip on; the others are refused.
  await expect.poll(() => heads.length, { timeout: 60_000 }).toBe(36)
  for (const head of heads) expect(head).toMatch(/^HTTP\/1\.1 429[^]*retry-after: 10[^]*too_many_requests/)
  const { data } = await farhana('POST /images', { form: createUploadForm(await createUniqueJpeg()) })
  expect(data.url).toMatch(/^\/pictures\//)
})

test('an upload without a length is refused at the size limit and not read to its end', { tags: 'long' }, async () => {
  const testApp = await createTestApp()
  await testApp.fastify.listen({ host: '127.0.0.1', port: testApp.port })
  const rahim = await testApp.signInAs('rahim')
  const socket = await startUpload(testApp, rahim.token, 'transfer-encoding: chunked')
  const head = readHead(socket)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const writeChunk = (bytes: Buffer | string) => {
    socket.write(`${bytes.length.toString(16)}\r\n`)
    socket.write(bytes)
    return socket.write('\r\n')
  }
  writeChunk(partHead)
  const megabyte = Buffer.alloc(1024 * 1024, 1)
  for (let count = 0; count < 11; count += 1) writeChunk(megabyte)
  expect(await head).toMatch(/^HTTP\/1\.1 413[^]*picture_too_big/)
  // A sender that goes on is not read on, and is disconnected.
  const sending = { isOver: false }
  void closed.finally(() => (sending.isOver = true))
  for (let count = 0; !sending.isOver && count < 200; count += 1) if (!writeChunk(megabyte)) await pause(50)
  await closed
  // What the kernel buffers comes on top of the 10 MB for the file and 10 MB for the rest.
  expect(socket.bytesWritten - socket.writableLength).toBeLessThan(60 * 1024 * 1024)
})
