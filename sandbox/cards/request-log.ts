// Which calls came, for tests that must show that none did. It never holds what a call carried.
import type { Operation } from './faults.ts'

export type RequestLine = { operation: Operation; id: string; idempotencyKey: string | null }
export type RequestLog = ReturnType<typeof createRequestLog>

const maxLines = 10_000

export function createRequestLog() {
  const lines: RequestLine[] = []
  return {
    add(operation: Operation, details: Omit<RequestLine, 'operation'>) {
      lines.push({ operation, ...details })
      if (lines.length > maxLines) lines.shift()
    },
    /** The calls since the start or the last clearing, of one operation or of all, oldest first. */
    list: (operation?: string): RequestLine[] =>
      lines.filter((line) => operation === undefined || line.operation === operation),
    clear: () => void lines.splice(0),
  }
}
