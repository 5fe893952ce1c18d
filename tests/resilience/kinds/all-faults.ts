// Every kind of fault that the rig can do, in the order of the table.
import type { FaultKind } from '#tests/resilience/fault-round.ts'
import { killedAtGates } from './f05-killed-at-statements.ts'
import { killAgainAndAgain } from './f07-repeated-kills.ts'
import { askedToEnd } from './f09-graceful-shutdown.ts'
import { webhooksAgainAndAgain } from './f11-duplicate-webhooks.ts'
import { webhooksReversed } from './f13-reordered-webhooks.ts'
import { racing } from './f17-races.ts'
import {
  providerDropsAfter,
  providerDropsBefore,
  providerFails,
  providerIsBusy,
  providerRefuses,
  providerSlow,
} from './f25-provider-unavailable.ts'
import { providerBreaksOff, providerSendsPages } from './f27-malformed-provider-responses.ts'
import { databaseCutOff, databaseKilled, databaseStopped } from './f33-database-stopped.ts'
import { wireCut, wireDead } from './f35-connection-lost.ts'
import { databaseSlow } from './f37-database-slow.ts'
import { lockStorm, serializable } from './f39-lock-contention.ts'
import { noPlaceLeft, passwordChanged } from './f41-database-refuses-connections.ts'
import { diskFull } from './f43-disk-full.ts'
import { pictureWorkerDies } from './f45-image-worker-crash.ts'
import { littleMemory } from './f47-low-memory.ts'
import { fewFiles } from './f49-file-limit.ts'
import { pageDamaged } from './f57-page-corruption.ts'
import { mailServerAway } from './f59-mail-server-unavailable.ts'

export const everyKind: readonly FaultKind[] = [
  killedAtGates,
  killAgainAndAgain,
  askedToEnd,
  webhooksAgainAndAgain,
  webhooksReversed,
  racing,
  providerFails,
  providerIsBusy,
  providerRefuses,
  providerDropsBefore,
  providerDropsAfter,
  providerSlow,
  providerBreaksOff,
  providerSendsPages,
  databaseStopped,
  databaseCutOff,
  databaseKilled,
  wireDead,
  wireCut,
  databaseSlow,
  lockStorm,
  serializable,
  noPlaceLeft,
  passwordChanged,
  diskFull,
  pictureWorkerDies,
  littleMemory,
  fewFiles,
  pageDamaged,
  mailServerAway,
]
