// `SECRET_BEFORE=… SECRET=… npm run change:secret`, while the app is stopped: re-encrypts second factors and the
// account numbers of sellers with the new secret.
import { randomBytes } from 'node:crypto'
import { reencryptSecondFactors } from '#market/auth/secret-rotation/rules.ts'
import { reencryptDestinations } from '#market/payouts/encryption/rules.ts'
import { readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { connectToDatabase } from './database-connection.ts'

const run = async (previousSecret: string): Promise<void> => {
  if (previousSecret === '') throw new ConfigError('SECRET_BEFORE must be the previous secret.')
  const config = readConfig()
  if (config.secret === previousSecret) throw new ConfigError('SECRET must differ from SECRET_BEFORE.')
  const database = await connectToDatabase(config)
  try {
    const { client } = database
    const secrets = { oldSecret: previousSecret, newSecret: config.secret }
    const rekeyedCount = await reencryptSecondFactors(client, secrets, () =>
      reencryptDestinations(client, { ...secrets, createRandom: () => randomBytes(32) }),
    )
    console.log(
      `${rekeyedCount} second factors go on with the new secret. Everybody logs in again; backup codes are made anew.`,
    )
  } finally {
    await database.close()
  }
}

try {
  await run(process.env['SECRET_BEFORE']?.trim() ?? '')
} catch (error) {
  const isUserError = error instanceof ConfigError || error instanceof PostgresError
  console.error(isUserError ? error.message : error)
  process.exitCode = 1
}
