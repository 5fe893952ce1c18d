import { createServer } from 'node:net'

/** Another program uses the port. The message names the setting to change. */
export class PortInUseError extends Error {}

/** Throws PortInUseError when this process cannot listen there. `setting` is the variable that sets the port. */
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
