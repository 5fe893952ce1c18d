import dealStyles from '#web/styles/deals.css?url'

/** The style sheet of deals and notifications, which only their screens load. React shows them when it is here. */
export const DealStyles = () => <link rel="stylesheet" href={dealStyles} precedence="screen" />
