// A data folder on a read-only file system. A mount namespace makes one; where the system allows none, nothing runs.
// @module-tag processes
// @module-tag long
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { spawnServer } from '#tests/support/server-process.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const mountScript = (folder: string): string => `mount -t tmpfs -o ro tmpfs '${folder}'`

const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-mount-'))
  const { status } = spawnSync('unshare', ['--mount', '--map-root-user', '/bin/sh', '-c', mountScript(folder)])
  rmSync(folder, { recursive: true })
  return status === 0
})()

describe.runIf(canMount)(
  `a read-only data folder${canMount ? '' : ' (does not run: no mount namespaces here)'}`,
  () => {
    test('stops the start with one sentence that names the setting', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'motohaat-read-only-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      mkdirSync(join(dataDir, 'shop'))
      const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
      const shop = spawnServer(
        { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: join(dataDir, 'shop') },
        {
          shell: `exec unshare --mount --map-root-user /bin/sh -c "${mountScript(join(dataDir, 'shop'))} && exec \\"\\$@\\"" sh "$@"`,
        },
      )
      expect(
        await Promise.race([
          shop.exited,
          shop.started.then(
            () => 'started',
            () => shop.exited,
          ),
        ]),
      ).toBe(1)
      expect(shop.getOutput().trim()).toMatch(
        /^DATA_DIR must be a folder that can be written; .*\/shop cannot \(.*EROFS.*\)\.$/,
      )
    })
  },
)
