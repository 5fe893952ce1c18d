// The configured picture store, for commands.
import { join } from 'node:path'
import { type PictureStore, createBucketPictureStore, createDiskPictureStore } from '#market/pictures/store.ts'
import type { Config } from '#platform/config/config.ts'

/** Returns the bucket store when S3_BUCKET is set, otherwise the store below the data folder. */
export const createPictureStore = ({ s3, dataDir }: Config, log: (line: string) => void): PictureStore =>
  s3 ? createBucketPictureStore(s3, log) : createDiskPictureStore(join(dataDir, 'pictures'))
