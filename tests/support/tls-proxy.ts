// A reverse proxy with TLS, as operators put one in front of the app, and a self-signed certificate for it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { findFreePort } from './ports/free-port.ts'

export type Certificate = { key: Buffer; cert: Buffer; file: string }

/** Whether this machine can create certificates. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Creates a certificate for localhost and these names, in this folder. */
export const createCertificate = (folder: string, names: readonly string[] = []): Certificate => {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const altNames = ['DNS:localhost', ...names.map((name) => `DNS:${name}`)].join(',')
  const subject = ['-subj', '/CN=motohaat-test', '-addext', `subjectAltName=${altNames}`]
  const output = ['-keyout', keyFile, '-out', file, '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...output, ...subject], { stdio: 'ignore' })
  return { key: readFileSync(keyFile), cert: readFileSync(file), file }
}

/** Starts the proxy on a free port; `setTarget` names the port behind it. It passes on what docs/operations.md asks for. */
export const createTlsProxy = async (certificate: Certificate) => {
  let targetPort = 0
  const server = createServer(certificate, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    }
    const { method = 'GET', url: path = '/' } = incoming
    const forwarded = request({ host: '127.0.0.1', port: targetPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    })
    incoming.pipe(forwarded)
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    setTarget: (target: number) => void (targetPort = target),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
