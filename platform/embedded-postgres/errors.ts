/** What keeps PostgreSQL from opening, as one sentence for the person at the keyboard: what, where, what to do. */
export class PostgresTrouble extends Error {
  override name = 'PostgresTrouble'
}

type Told = { dataDir: string; logFile: string }

// What PostgreSQL writes when it gives up, and what the person can do about it. The first match wins.
const remedies: Array<{ says: RegExp; sentence: (told: Told) => string }> = [
  {
    says: /No space left on device|Disk quota exceeded/,
    sentence: ({ dataDir }) => `The disk that holds ${dataDir} is full: free some space and start again.`,
  },
  {
    says: /lock file .* already exists|is still in use|Is another postmaster/,
    sentence: ({ dataDir }) => inUse(dataDir),
  },
  {
    says: /Read-only file system|Permission denied|wrong ownership/,
    sentence: ({ dataDir, logFile }) =>
      `PostgreSQL may not read and write everything in ${dataDir}: give the folder to the user who starts this, or set DATA_DIR to another folder (its log is ${logFile}).`,
  },
  {
    says: /error while loading shared libraries|dyld|cannot execute binary/,
    sentence: () =>
      'The PostgreSQL that npm carries does not run on this system: set DATABASE_URL to the address of a PostgreSQL 15 or newer.',
  },
]

/** The sentence for a folder that another program has open. */
export function inUse(dataDir: string): string {
  return `Another process is using the database in ${dataDir}: stop it first, or set DATA_DIR to a folder of its own.`
}

/** Reads what PostgreSQL wrote before it ended, and says it as trouble. */
export function troubleFrom(written: string, told: Told): PostgresTrouble {
  const known = remedies.find(({ says }) => says.test(written))
  if (known) return new PostgresTrouble(known.sentence(told))
  return new PostgresTrouble(
    `The database in ${told.dataDir} does not open (${lastComplaint(written)}): restore the folder from a backup, or move it away to begin with an empty one (the whole log is ${told.logFile}).`,
  )
}

function lastComplaint(written: string): string {
  const lines = written.split('\n').filter((line) => line.trim() !== '')
  const complaint = lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1)
  return complaint?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'it ended without a word'
}
