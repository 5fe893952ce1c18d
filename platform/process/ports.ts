import { createServer } from 'node:net'

/** The port is somebody else's; the message says which setting to change. */
export class PortInUseError extends Error {}

/** Refuses with a PortTaken when nothing can listen there; `setting` is the variable that chooses the port. */
export const ensurePortFree = (host: string, port: number, setting: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const reason =
        'code' in error && error.code === 'EADDRINUSE'
          ? 'is used by another program'
          : `cannot be used (${error.message})`
      reject(
        new PortInUseError(
          `The port ${port} on ${host} ${reason}. Stop that program, or set ${setting} to another port.`,
        ),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
