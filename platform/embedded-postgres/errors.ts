/** PostgreSQL cannot start. The message tells the operator what, where, and what to do. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

type StartupContext = { dataDir: string; logFile: string }

// Patterns of PostgreSQL's output and the message for each. The first match wins.
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
      'The PostgreSQL package from npm does not run on this system: set DATABASE_URL to the address of a PostgreSQL 15 or newer.',
  },
]

/** The message for a data folder that another process uses. */
export function toInUseMessage(dataDir: string): string {
  return `Another process is using the database in ${dataDir}: stop it first, or set DATA_DIR to a folder of its own.`
}

/** Converts the output of a failed PostgreSQL to an error. */
export function toPostgresError(output: string, context: StartupContext): PostgresError {
  const known = knownErrors.find(({ pattern }) => pattern.test(output))
  if (known) return new PostgresError(known.toMessage(context))
  return new PostgresError(
    `The database in ${context.dataDir} does not start (${findLastError(output)}): restore the folder from a backup, or move it away to begin with an empty one (the whole log is ${context.logFile}).`,
  )
}

function findLastError(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const errorLine = lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1)
  return errorLine?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'no output'
}
