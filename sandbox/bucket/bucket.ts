// Replaces an S3-compatible store in tests; checks the signature of every request that has one.
import S3rver from '@20minutes/s3rver'

/**
 * Starts a store with one bucket; `directory` has its files, which two stores may share. Returns the settings for the app.
 * @param requestedPort any free port by default
 */
export const createBucket = async (directory: string, requestedPort = 0) => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: requestedPort,
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
