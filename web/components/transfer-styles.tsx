import transferStyles from '#web/styles/transfers.css?url'

/** The style sheet of transfers and the sale receipt, which only their screens load. */
export const TransferStyles = () => <link rel="stylesheet" href={transferStyles} precedence="screen" />
