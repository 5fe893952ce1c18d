import paymentStyles from '#web/styles/payment.css?url'

/** The style sheet of paying. Render it in the page, after that of deals. */
export const PaymentStyles = () => <link rel="stylesheet" href={paymentStyles} precedence="screen" />
