// Where the pictures of the shop lie, for a command that stands beside the shop.
import { join } from 'node:path'
import { type PictureStore, picturesInBucket, picturesOnDisk } from '#market/pictures/provider.ts'
import type { Config } from '#platform/config/config.ts'

/** The bucket when there is one, otherwise the folder below the data folder. */
export const pictureStoreOf = ({ s3, dataDir }: Config, say: (line: string) => void): PictureStore =>
  s3 ? picturesInBucket(s3, say) : picturesOnDisk(join(dataDir, 'pictures'))
