import inspectionStyles from '#web/styles/inspections.css?url'

/** The style sheet of the checklist and of reports, which only their screens load. */
export const InspectionStyles = () => <link rel="stylesheet" href={inspectionStyles} precedence="screen" />
