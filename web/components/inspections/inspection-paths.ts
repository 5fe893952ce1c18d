// The paths of inspections.

/** An inspection: its checklist for who makes it, then the report. Everybody opens a public one without a login. */
export const toInspectionPath = ({ _id, isPublic }: { _id: string; isPublic: boolean }): string =>
  isPublic ? `/inspections/${_id}` : toOwnInspectionPath(_id)

/** The same for members: the checklist, and reports that only some read. */
export const toOwnInspectionPath = (id: string): string => `/dashboard/inspections/${id}`

/** The inspections of a bike and the links for mechanics. */
export const toBikeInspectionsPath = (slug: string): string => `/dashboard/inspections/bike/${slug}`
