import { appendFileSync, renameSync, statSync } from 'node:fs'

// Two files of this size at most: enough to tell a story, too little to fill a disk.
const maxLogBytes = 2_000_000

/**
 * Takes the path of a log file and gives a function that appends to it. A full file is set aside as `<file>.old`,
 * in place of the one before.
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
      // A disk too full for its log must not take the database down with it.
    }
  }
}
