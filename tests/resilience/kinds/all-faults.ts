// Every kind of fault of the harness, in the order of the table.
import type { FaultKind } from '#tests/resilience/fault-round.ts'
import { killedAtStatements } from './f05-killed-at-statements.ts'
import { repeatedKills } from './f07-repeated-kills.ts'
import { gracefulShutdown } from './f09-graceful-shutdown.ts'
import { duplicateWebhooks } from './f11-duplicate-webhooks.ts'
import { reorderedWebhooks } from './f13-reordered-webhooks.ts'
import { concurrentRaces } from './f17-races.ts'
import {
  providerDropsAfter,
  providerDropsBefore,
  providerFails,
  providerIsBusy,
  providerRefuses,
  providerSlow,
} from './f25-provider-unavailable.ts'
import { providerTruncatesJson, providerSendsHtml } from './f27-malformed-provider-responses.ts'
import { databaseStoppedImmediately, databaseKilled, databaseStopped } from './f33-database-stopped.ts'
import { connectionsClosed, packetsDropped } from './f35-connection-lost.ts'
import { databaseSlow } from './f37-database-slow.ts'
import { lockContention, serializable } from './f39-lock-contention.ts'
import { connectionsExhausted, passwordChanged } from './f41-database-refuses-connections.ts'
import { diskFull } from './f43-disk-full.ts'
import { imageWorkerCrashes } from './f45-image-worker-crash.ts'
import { lowMemory } from './f47-low-memory.ts'
import { fileLimit } from './f49-file-limit.ts'
import { pageCorrupted } from './f57-page-corruption.ts'
import { mailServerUnavailable } from './f59-mail-server-unavailable.ts'

export const allFaults: readonly FaultKind[] = [
  killedAtStatements,
  repeatedKills,
  gracefulShutdown,
  duplicateWebhooks,
  reorderedWebhooks,
  concurrentRaces,
  providerFails,
  providerIsBusy,
  providerRefuses,
  providerDropsBefore,
  providerDropsAfter,
  providerSlow,
  providerTruncatesJson,
  providerSendsHtml,
  databaseStopped,
  databaseStoppedImmediately,
  databaseKilled,
  packetsDropped,
  connectionsClosed,
  databaseSlow,
  lockContention,
  serializable,
  connectionsExhausted,
  passwordChanged,
  diskFull,
  imageWorkerCrashes,
  lowMemory,
  fileLimit,
  pageCorrupted,
  mailServerUnavailable,
]
