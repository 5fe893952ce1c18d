/** What keeps PostgreSQL from opening, as one sentence for the person at the keyboard: what, where, what to do. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

type StartupContext = { dataDir: string; logFile: string }

// What PostgreSQL writes when it gives up, and what the person can do about it. The first match wins.
const knownErrors: Array<{ pattern: RegExp; toMessage: (context: StartupContext) => string }> = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    toMessage: ({ dataDir }) => `The disk that holds ${dataDir} is full: free some space and start again.`,
  },
  {
    pattern: /lock file .* already exists|is still in use|Is another postmaster/,
    toMessage: ({ dataDir }) => toInUseMessage(dataDir),
  },
  {
    pattern: /Read-only file system|Permission denied|wrong ownership/,
    toMessage: ({ dataDir, logFile }) =>
      `PostgreSQL may not read and write everything in ${dataDir}: give the folder to the user who starts this, or set DATA_DIR to another folder (its log is ${logFile}).`,
  },
  {
    pattern: /error while loading shared libraries|dyld|cannot execute binary/,
    toMessage: () =>
      'The PostgreSQL that npm carries does not run on this system: set DATABASE_URL to the address of a PostgreSQL 15 or newer.',
  },
]

/** The sentence for a folder that another program has open. */
export function toInUseMessage(dataDir: string): string {
  return `Another process is using the database in ${dataDir}: stop it first, or set DATA_DIR to a folder of its own.`
}

/** Reads what PostgreSQL wrote before it ended, and says it as trouble. */
export function toPostgresError(output: string, context: StartupContext): PostgresError {
  const known = knownErrors.find(({ pattern }) => pattern.test(output))
  if (known) return new PostgresError(known.toMessage(context))
  return new PostgresError(
    `The database in ${context.dataDir} does not open (${findLastError(output)}): restore the folder from a backup, or move it away to begin with an empty one (the whole log is ${context.logFile}).`,
  )
}

function findLastError(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const errorLine = lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1)
  return errorLine?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'it ended without a word'
}
