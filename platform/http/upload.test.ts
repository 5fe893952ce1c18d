// The speed of an upload, over a real socket.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { acceptForms, receiveFile, UploadError, type UploadSpeed } from './upload.ts'

const startServer = async (speed: UploadSpeed) => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-upload-'))
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  await app.register(async (scope) => {
    await acceptForms(scope)
    scope.post('/file', (request, reply) =>
      receiveFile(request, { field: 'image', path: join(folder, 'file'), maxBytes: 1_000_000, speed }).catch(
        (error: unknown) => reply.send({ kind: error instanceof UploadError ? error.kind : String(error) }),
      ),
    )
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  return typeof address === 'object' && address ? address.port : 0
}

/** Sends a form with a piece of the file every 20 ms, at most `maxPieces`. Returns the response. */
const upload = async (port: number, { piece, maxPieces }: { piece: string; maxPieces: number }): Promise<string> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  const length = head.length + piece.length * maxPieces + tail.length
  const headers = `host: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}`
  const chunks: string[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(String(chunk)))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`POST /file HTTP/1.1\r\n${headers}\r\n\r\n${head}`)
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    socket.write(sent <= maxPieces ? piece : tail)
    if (sent > maxPieces) clearInterval(timer)
  }, 20)
  await closed
  clearInterval(timer)
  return chunks.join('')
}

test('an upload that drips is ended', async () => {
  const port = await startServer({ windowMs: 300, minBytes: 10_000 })
  expect(await upload(port, { piece: 'a', maxPieces: 100_000 })).toContain('{"kind":"too_slow"}')
})

test('an upload that is slow but fast enough is received', async () => {
  // So few bytes that a busy machine sends them in time.
  const port = await startServer({ windowMs: 2_000, minBytes: 10 })
  expect(await upload(port, { piece: 'a'.repeat(100), maxPieces: 120 })).toContain('"bytes":12000')
})
