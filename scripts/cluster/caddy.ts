// Caddy: TLS for https://localhost, and both shop processes behind it.
import { join } from 'node:path'
import { createEngine, type Engine } from './engine.ts'
import { isListening } from './haproxy.ts'

/** As deploy/Caddyfile, for two processes on this machine; the certificate is of an authority in `folder`. */
export const toCaddyfile = ({
  port,
  shops,
  folder,
}: {
  port: number
  shops: readonly number[]
  folder: string
}): string => {
  const upstreams = shops.map((one) => `127.0.0.1:${one}`).join(' ')
  return `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${folder}/storage
}

https://localhost:${port} {
	bind 127.0.0.1
	tls internal
	request_body {
		max_size 11MB
	}
	reverse_proxy ${upstreams} {
		health_uri /ready
		health_interval 1s
		health_timeout 2s
		lb_policy round_robin
		lb_try_duration 30s
		lb_try_interval 250ms
		# A process that refuses a connection gets no others for a second.
		fail_duration 1s
		transport http {
			dial_timeout 2s
			response_header_timeout 150s
		}
	}
	# While no shop is ready, a page waits. Caddy 2.6 refuses what is written, which it has sent to nobody: a shop answers it,
	# with its own sentence.
	handle_errors {
		@unsent expression {err.status_code} == 503
		reverse_proxy @unsent ${upstreams}
	}
}
`
}

export type Caddy = Engine & {
  /** The certificate that a client has to trust. */
  certificateFile: string
}

export const createCaddy = (
  program: string,
  options: { port: number; shops: readonly number[]; folder: string },
): Caddy => {
  const folder = join(options.folder, 'caddy')
  const engine = createEngine({
    name: 'Caddy',
    folder,
    command: [program, 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    files: { Caddyfile: toCaddyfile({ ...options, folder }) },
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    isReady: () => isListening(options.port),
  })
  return { ...engine, certificateFile: join(folder, 'storage/pki/authorities/local/root.crt') }
}
