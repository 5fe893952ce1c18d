// A stand-in for a store that speaks S3, for tests: it checks the signature of every request that has one.
import S3rver from '@20minutes/s3rver'

/** Opens a store with one empty bucket; `directory` takes its files. Gives what the shop's settings would say of it. */
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
  // The only pair of keys that this server knows.
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    settings: { endpoint, bucket: 'motohaat', region: 'us-east-1', ...keys },
    close: () => server.close(),
  }
}
