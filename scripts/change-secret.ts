// `SECRET_BEFORE=… SECRET=… npm run change:secret`, while the app is stopped: re-encrypts second factors, the
// account numbers of sellers, the lowest prices and the numbers of bikes, the keys of the photos of papers, and the key of
// removed numbers with the new secret.
import { randomBytes } from 'node:crypto'
import { reencryptSecondFactors } from '#market/auth/secret-rotation.ts'
import { reencryptFloors } from '#market/chats/offers/floors.ts'
import { reencryptPaperFiles } from '#market/papers/files/encryption.ts'
import { reencryptDestinations } from '#market/payouts/encryption.ts'
import { reencryptVehicleNumbers } from '#market/vehicle-numbers/encryption.ts'
import { reencryptNumberKey } from '#market/members/removed-numbers.ts'
import { readConfig, ConfigError } from '#platform/config/config.ts'
import { PostgresError } from '#platform/embedded-postgres/errors.ts'
import { connectToDatabase, isAppRunning } from './database-connection.ts'

const run = async (previousSecret: string): Promise<void> => {
  if (previousSecret === '') throw new ConfigError('SECRET_BEFORE must be the previous secret.')
  const config = readConfig()
  if (config.secret === previousSecret) throw new ConfigError('SECRET must differ from SECRET_BEFORE.')
  const database = await connectToDatabase(config)
  try {
    const { client } = database
    // It would go on with the previous secret, and could read nothing that is encrypted with the new one.
    if (await isAppRunning(client))
      throw new ConfigError('The app is running on this database: stop it first. Nothing was changed.')
    const secrets = { oldSecret: previousSecret, newSecret: config.secret }
    const change = { ...secrets, createRandom: () => randomBytes(32) }
    const rekeyedCount = await reencryptSecondFactors(client, secrets, async () => {
      await reencryptFloors(client, change)
      await reencryptVehicleNumbers(client, change)
      await reencryptPaperFiles(client, change)
      await reencryptNumberKey(client, change)
      return reencryptDestinations(client, change)
    })
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
