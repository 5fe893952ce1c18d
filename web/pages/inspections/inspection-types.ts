// What the API says about inspections.
import type { CallResponse } from '#contract/call.ts'
import type { inspectionCalls } from '#contract/inspections/inspection-calls.ts'

export type Inspection = CallResponse<(typeof inspectionCalls)['GET /inspections/:id']>
export type BikeInspections = CallResponse<(typeof inspectionCalls)['GET /bikes/:slug/inspections']>
