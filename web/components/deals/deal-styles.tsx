import dealStyles from '#web/styles/deals.css?url'

/**
 * The style sheet of deals and notifications, which only their screens load. React shows the nearest Suspense boundary when
 * it is here, so nothing appears without its styles.
 */
export const DealStyles = () => <link rel="stylesheet" href={dealStyles} precedence="screen" />

/**
 * The same for a part of an open dialog. React must not suspend the dialog: hiding it for a moment would close it. The
 * fragment tells the two apart: React takes an equal link for its own, and this one goes with the dialog.
 */
export const DealStylesInDialog = () => <link rel="stylesheet" href={`${dealStyles}#dialog`} />
