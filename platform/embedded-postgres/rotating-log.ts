import { appendFileSync, renameSync, statSync } from 'node:fs'

// At most two files of this size, so that logs do not fill the disk.
const maxLogBytes = 2_000_000

/**
 * Returns a function that appends text to the log file. A full file is renamed to `<file>.old`, which replaces the
 * previous one.
 */
export function createRotatingLog(file: string): (text: string) => void {
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return (text) => {
    try {
      if (bytes > maxLogBytes) {
        renameSync(file, `${file}.old`)
        bytes = 0
      }
      appendFileSync(file, text)
      bytes += Buffer.byteLength(text)
    } catch {
      // A full disk must not stop the database because of its log.
    }
  }
}
