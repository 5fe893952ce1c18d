// One store for pictures as a process: the folder of its files, then its port.
import { createBucket } from '#sandbox/bucket/bucket.ts'

const [folder = '', port = ''] = process.argv.slice(2)
await createBucket(folder, Number(port))
