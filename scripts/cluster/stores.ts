// Two stores for pictures with the S3 API. Both serve the same folder, as two gateways of one object store do, so one may
// fail. Copies of the files on another disk are the object store's own matter.
import { join } from 'node:path'
import { answers, createEngine, type Engine } from './engine.ts'

const program = join(import.meta.dirname, 'run-store.ts')

export const createStores = (ports: readonly number[], folder: string): Engine[] =>
  ports.map((port, index) =>
    createEngine({
      name: `store${index + 1}`,
      folder: join(folder, `store${index + 1}`),
      command: [process.execPath, program, join(folder, 'pictures'), String(port)],
      cwd: join(import.meta.dirname, '../..'),
      isReady: async () => (await answers(`http://127.0.0.1:${port}/`, 403)) || answers(`http://127.0.0.1:${port}/`),
    }),
  )
