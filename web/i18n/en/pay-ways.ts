// English names of the ways to pay.

export const payWays = { bkash: 'bKash', sslcommerz: 'Other wallet or bank', card: 'Card' }
