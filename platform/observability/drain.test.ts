import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { assert, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDrain } from './drain.ts'
import { runPeriodically } from '#platform/process/run-periodically.ts'
import { createHttpServer } from '#platform/http/http-server.ts'

describe('graceful shutdown', () => {
  const createDrainingServer = async () => {
    const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'x' })
    const drain = createDrain(app)
    const release = Promise.withResolvers<void>()
    app.get('/slow', async () => {
      await release.promise
      return { done: true }
    })
    app.get('/quick', async () => ({ isDraining: drain.isDraining() }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const address = app.server.address()
    assert(typeof address === 'object' && address, 'needs an address')
    return { app, drain, release, port: address.port }
  }

  test('finishes requests in progress, closes their connections, and accepts no new ones', async () => {
    const { drain, release, port } = await createDrainingServer()
    const inside = connect(port, '127.0.0.1')
    await once(inside, 'connect')
    inside.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await pause(50)
    const draining = drain.shutDown(0)
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/quick`)).rejects.toThrow('fetch failed'), 60_000)
    release.resolve()
    const answer = await text(inside)
    expect(answer).toContain('HTTP/1.1 200')
    expect(answer).toContain('connection: close')
    expect(answer).toContain('{"done":true}')
    await draining
  })

  test('without a notice, a request that a keep-alive connection sends meanwhile is still answered', async () => {
    const { drain, port } = await createDrainingServer()
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    const request = 'GET /quick HTTP/1.1\r\nhost: x\r\n\r\n'
    for (const socket of sockets) {
      socket.write(request)
      await once(socket, 'data')
    }
    const draining = drain.shutDown(0)
    await pause(30)
    const [first] = sockets
    assert(first, 'needs a connection')
    const answer = text(first)
    first.write(request)
    expect(await answer).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*"isDraining":true/)
    // The other one stays idle and does not hold the process up.
    await draining
  })

  test('during the notice requests are served with connection: close', async () => {
    const { drain, port } = await createDrainingServer()
    const draining = drain.shutDown(300)
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toContain('connection: close')
    expect(answer).toContain('{"isDraining":true}')
    await draining
  })

  test('a job never runs twice at once; stop waits for the current run and starts no other', async () => {
    const rounds = { begun: 0, ended: 0 }
    const first = Promise.withResolvers<void>()
    const run = async () => {
      rounds.begun += 1
      await first.promise
      rounds.ended += 1
    }
    const job = runPeriodically({ name: 'A job', run, intervalMs: 5, log: () => {} })
    await pause(50)
    const stopped = job.stop()
    first.resolve()
    await stopped
    expect(rounds).toEqual({ begun: 1, ended: 1 })
  })
})
