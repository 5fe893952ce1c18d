import { createServer } from 'node:net'

type PortOptions = {
  host: string
  port: number
  /** The variables that set the host and the port; null for a host that no variable sets. */
  hostSetting: string | null
  portSetting: string
}

const toProblem = (code: string, reason: string, { host, port, hostSetting, portSetting }: PortOptions): string => {
  if (code === 'EADDRINUSE')
    return `The port ${port} on ${host} is used by another program. Stop that program, or set ${portSetting} to another port.`
  if (code === 'EACCES')
    return `The port ${port} on ${host} is not allowed to this user: set ${portSetting} to a port from 1024 on.`
  if (hostSetting !== null && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return `${hostSetting} is ${host}, which is no address of this machine: set it to 127.0.0.1, to 0.0.0.0 or to one of this machine.`
  return `The port ${port} on ${host} cannot be used (${reason}): set ${portSetting} to another port.`
}

/** Returns why this process cannot listen there, as one sentence that names the setting to change, or null. */
export const findPortProblem = (options: PortOptions): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => {
      resolve(toProblem('code' in error ? String(error.code) : '', error.message, options))
    })
    probe.listen(options.port, options.host, () => probe.close(() => resolve(null)))
  })
