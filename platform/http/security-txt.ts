// /.well-known/security.txt: how to tell the shop of a hole, in the form that RFC 9116 gives it.
import type { FastifyInstance } from 'fastify'

// The file is to say how long it is good for; made anew for each reader, it always is.
const validityMs = 180 * 24 * 60 * 60 * 1000

/** Serves the file; whoever finds a hole writes with the shop's own form, which reaches the admin. */
export const serveSecurityTxt = (
  app: FastifyInstance,
  { publicUrl, now }: { publicUrl: string; now: () => Date },
): void => {
  const path = '/.well-known/security.txt'
  app.get(path, (_request, reply) => {
    const lines = [
      `Contact: ${publicUrl}/#contact`,
      `Expires: ${new Date(now().getTime() + validityMs).toISOString()}`,
      'Preferred-Languages: en, bn',
      `Canonical: ${publicUrl}${path}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
