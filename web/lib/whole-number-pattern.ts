// What `parseWholeNumber` takes, for the `pattern` of a text field: digits of both scripts and common separators.
const digits = String.raw`(?:[0-9০-৯][\s,]*){1,9}`

/** A number without a currency, such as kilometres. */
export const wholeNumberPattern = String.raw`\s*${digits}`

/** An amount, which may have the sign of the Taka or its short forms around it. */
export const takaPattern = String.raw`\s*(?:৳|[Tt][Kk]\.?)?\s*${digits}(?:\/[\-=])?\s*`
