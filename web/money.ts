const lakh = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

/** Whole Taka as people here write it: 215000 → ৳2,15,000 */
export const taka = (wholeTaka: number): string => `৳${lakh.format(wholeTaka)}`
