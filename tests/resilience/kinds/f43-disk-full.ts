import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

// In its own mount namespace the process has a tiny tmpfs as upload folder. Stored pictures are in another folder.
const createTinyDiskCommand = (folder: string) => `mount -t tmpfs -o size=64k tmpfs "${folder}" && exec "$@"`
const unshare = ['unshare', '--user', '--map-root-user', '--mount']

/** Whether this machine allows a mount namespace. */
export const mayMount = (): boolean =>
  spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true'], { stdio: 'ignore' }).status === 0

export const diskFull: FaultKind = {
  id: 'F43',
  what: 'the disk on which uploads arrive is full',
  run: async ({ harness, ms, log }) => {
    const incoming = `${harness.dataDir}/incoming`
    mkdirSync(incoming, { recursive: true })
    // Without namespaces a file size limit replaces the full disk: writes fail with EFBIG.
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
