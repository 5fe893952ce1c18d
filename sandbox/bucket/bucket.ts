// Replaces an S3-compatible store in tests; checks the signature of every request that has one.
import S3rver from '@20minutes/s3rver'

/** Starts a store with one empty bucket; `directory` gets its files. Returns the settings for the app. */
export const createBucket = async (directory: string) => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'motohaat' }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  // The only keys that s3rver accepts.
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    settings: { endpoint, bucket: 'motohaat', region: 'us-east-1', ...keys },
    close: () => server.close(),
  }
}
