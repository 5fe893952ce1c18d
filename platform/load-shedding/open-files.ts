// How many files and connections the system lets this process have open.
import { z } from 'zod'

const Report = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }).optional(),
})

/** The number; Infinity where the system sets no limit or does not say. Node raises its limit to the highest that it may have. */
export const readMaxOpenFiles = (): number => {
  // With it the names of all open connections are looked up. Node's types do not know it yet.
  Reflect.set(process.report, 'excludeNetwork', true)
  const { userLimits } = Report.parse(process.report.getReport())
  const number = Number(userLimits?.open_files.soft)
  return Number.isNaN(number) ? Infinity : number
}
