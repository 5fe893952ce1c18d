// Where the pictures of the shop lie, for a command that stands beside the shop.
import { join } from 'node:path'
import { type PictureStore, createBucketPictureStore, createDiskPictureStore } from '#market/pictures/provider.ts'
import type { Config } from '#platform/config/config.ts'

/** The bucket when there is one, otherwise the folder below the data folder. */
export const createPictureStore = ({ s3, dataDir }: Config, log: (line: string) => void): PictureStore =>
  s3 ? createBucketPictureStore(s3, log) : createDiskPictureStore(join(dataDir, 'pictures'))
