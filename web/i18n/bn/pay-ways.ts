// Bangla names of the ways to pay.

export const payWays = { bkash: 'বিকাশ', sslcommerz: 'অন্য ওয়ালেট বা ব্যাংক', card: 'কার্ড' }
