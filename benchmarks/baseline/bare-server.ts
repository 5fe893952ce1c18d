// Minimal server: bare node:http that sends the same bytes for every request. The baseline for cached responses.
//   node benchmarks/baseline/bare-server.ts <file with the bytes> [<file with further headers, as JSON>] — prints its port.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , bytesFile = '', headersFile] = process.argv
const bytes = readFileSync(bytesFile)
const extraHeaders: Record<string, string> =
  headersFile === undefined ? {} : JSON.parse(readFileSync(headersFile, 'utf8'))
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length, ...extraHeaders }
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
