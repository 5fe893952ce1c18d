// Serves what programs look for below /.well-known/: how to report a vulnerability (RFC 9116), and where a password is changed.
import type { FastifyInstance } from 'fastify'

// RFC 9116 requires an expiry date; it is computed for each request.
const validityMs = 180 * 24 * 60 * 60 * 1000

/** Serves the file. Reports come through the contact form, which the admin reads. */
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

/** Leads password managers to the page on which a member changes the password. */
export const serveChangePassword = (app: FastifyInstance, page: string): void => {
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(page, 302))
}
