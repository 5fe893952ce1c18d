// A mail server for tests: the part of SMTP (RFC 5321) that receiving an e-mail needs, and its refusals.
import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The TCP port of a server that listens. */
export const getPort = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

type SmtpServerOptions = {
  /** The reply to a command such as `RCPT TO:<a@example.com>`, `DATA`, or the text of the e-mail; accepted if undefined. */
  getReply?: (command: string) => string | undefined
}

const defaultReplies: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' }

const serve = (socket: Socket, { messages, getReply }: Required<SmtpServerOptions> & { messages: string[] }) => {
  let text = ''
  let inData = false
  socket.setEncoding('utf8').write('220 mail.example\r\n')
  socket.on('error', () => {})
  const answer = (command: string, accepted: string) => {
    const reply = getReply(command) ?? accepted
    socket.write(`${reply}\r\n`)
    return reply === accepted
  }
  socket.on('data', (chunk: string) => {
    text += chunk
    if (inData && text.endsWith('\r\n.\r\n')) {
      if (answer(text, '250 taken')) messages.push(text)
      inData = false
      text = ''
    }
    while (!inData && text.includes('\r\n')) {
      const [line = ''] = text.split('\r\n', 1)
      text = text.slice(line.length + 2)
      inData = answer(line, defaultReplies[line] ?? '250 ok') && line === 'DATA'
    }
  })
}

/** Starts the server on a free port, without TLS; it stops at the end of the test. */
export const createSmtpServer = async ({ getReply = () => undefined }: SmtpServerOptions = {}) => {
  const messages: string[] = []
  const server = createServer((socket) => serve(socket, { messages, getReply }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { messages, url: `smtp://127.0.0.1:${getPort(server)}` }
}
