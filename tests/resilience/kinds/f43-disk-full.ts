import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

// Inside a namespace of its own the process has a tiny disk where its uploads arrive, and nobody else sees it. What was
// uploaded before stays where it is: the pictures' own folder is not covered.
const createTinyDiskCommand = (folder: string) => `mount -t tmpfs -o size=64k tmpfs "${folder}" && exec "$@"`
const unshare = ['unshare', '--user', '--map-root-user', '--mount']

/** Whether this machine lets us make a disk of our own. */
export const mayMount = (): boolean =>
  spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true'], { stdio: 'ignore' }).status === 0

export const diskFull: FaultKind = {
  id: 'F43',
  what: 'the disk on which uploads arrive is full',
  run: async ({ harness, ms, log }) => {
    const incoming = `${harness.dataDir}/incoming`
    mkdirSync(incoming, { recursive: true })
    // Without namespaces a limit on the size of files stands in for the full disk: writing fails, with EFBIG.
    const shell = mayMount()
      ? `exec ${unshare.join(' ')} /bin/sh -c '${createTinyDiskCommand(incoming)}' sh "$@"`
      : 'ulimit -f 4; exec "$@"'
    log(mayMount() ? 'on a disk of 64 kB' : 'no disk could be made here: files were limited to 2 kB instead')
    harness.server.setNextStart({ shell })
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    await pause(ms)
    harness.server.setNextStart({})
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    return []
  },
}
