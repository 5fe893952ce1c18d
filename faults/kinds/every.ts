// Every kind of fault that the rig can do, in the order of the table.
import type { FaultKind } from '#faults/round.ts'
import { killedAtGates } from './f05-killed-at-gates.ts'
import { killAgainAndAgain } from './f07-kill-again-and-again.ts'
import { askedToEnd } from './f09-asked-to-end.ts'
import { webhooksAgainAndAgain } from './f11-webhooks-again-and-again.ts'
import { webhooksReversed } from './f13-webhooks-reversed.ts'
import { racing } from './f17-races.ts'
import {
  providerDropsAfter,
  providerDropsBefore,
  providerFails,
  providerIsBusy,
  providerRefuses,
  providerSlow,
} from './f25-provider-away.ts'
import { providerBreaksOff, providerSendsPages } from './f27-provider-talks-nonsense.ts'
import { databaseCutOff, databaseKilled, databaseStopped } from './f33-database-stopped.ts'
import { wireCut, wireDead } from './f35-wire-dead.ts'
import { databaseSlow } from './f37-database-slow.ts'
import { lockStorm, serializable } from './f39-lock-storm.ts'
import { noPlaceLeft, passwordChanged } from './f41-database-shut.ts'
import { diskFull } from './f43-disk-full.ts'
import { pictureWorkerDies } from './f45-picture-worker-dies.ts'
import { littleMemory } from './f47-little-memory.ts'
import { fewFiles } from './f49-few-files.ts'
import { pageDamaged } from './f57-page-damaged.ts'
import { mailServerAway } from './f59-mail-server-away.ts'

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
