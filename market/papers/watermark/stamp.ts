// Writes a text over pictures, in a process of its own, because drawing blocks a core.
import { join } from 'node:path'
import { ApiError } from '#contract/errors/api-errors.ts'
import {
  WorkerLostError,
  type WorkerPool,
  WorkerPoolBusyError,
  createWorkerPool,
} from '#platform/process/worker-pool.ts'

const timeoutMs = 20_000
const idleTimeoutMs = 60_000
const maxQueued = 12

/** Starts the process when the first picture is drawn. */
export const createWatermarkWorker = (): WorkerPool =>
  createWorkerPool({
    file: join(import.meta.dirname, 'image-worker.ts'),
    concurrency: 1,
    maxQueued,
    timeoutMs,
    idleTimeoutMs,
  })

const isPicture = (answer: unknown): answer is { webp: string } =>
  typeof answer === 'object' && answer !== null && 'webp' in answer && typeof answer.webp === 'string'

/** Creates the function that writes a text over a picture; without the text nobody gets the picture. */
export const createStamp =
  (worker: WorkerPool) =>
  async (picture: Buffer, text: string): Promise<Buffer> => {
    const answer = await worker.run({ picture: picture.toString('base64'), text }).catch((error: unknown) => {
      if (error instanceof WorkerPoolBusyError || error instanceof WorkerLostError)
        throw new ApiError('shop_unavailable', { cause: error })
      throw error
    })
    if (!isPicture(answer)) throw new ApiError('pictures_unavailable')
    return Buffer.from(answer.webp, 'base64')
  }
