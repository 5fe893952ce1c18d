// Parts of the patterns of addresses and names. Each quantifier has a bound, so that a long text takes no longer than its length.

// Characters with their marks, and digits, as ranges: with \p{L} the patterns take seconds to compile.
export const letter = String.raw`A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0963\u0970-\u09e5\u09f0-\u09f1\u0a01-\u1fff\u200c\u200d\u3040-\ud7ff\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7cb}`
export const digit = String.raw`0-9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19\u{1d7ce}-\u{1d7ff}`
export const marks = String.raw`\u0300-\u036f\u0981-\u0983\u09bc-\u09cd`
export const letters = letter + digit

/** Stands before and after a word. */
export const before = `(?<![${letters}])`
export const after = `(?![${letters}])`

/** A part of an address or of a name. */
export const word = `[${letters}_.+-]{1,40}`

export const toPattern = (source: string): RegExp => new RegExp(source, 'giu')

/** "gmail", also as it sounds or as it is mistyped. */
export const provider = String.raw`(?:(?:g|j|gi|ji|je|ge|gee|jee)[\s-]?m(?:ai|ei|ia|ay|a|e|ee|i|aii)l{1,2}|g[\s.-]m[\s.-]a[\s.-]i[\s.-]l|gmai|gamil|gmaul|gnail|gmsil|(?:y|i)ah?(?:oo|o|u|ooo)|yhoo|yaoo|ymail|hot\s?m(?:ai|ei|e|a)l|hotmial|out\s?l(?:oo|u|o)k|[ia]{1,2}cloud|icl(?:ou|au)d|proton(?:mail)?|live mail|rocketmail|zoho|(?:জি|গি|জে)[\s-]?(?:মেইল|মেল|মাইল|ম্যাল|মেলে|মিল)|ইয়াহু|ইয়াহু|হট\s?মেইল|হট\s?মেল|আউট\s?লুক)`

/** How an address ends, and the endings that are no words, which may stand after a space. */
export const ending = String.raw`(?:com|কম|c0m|net|নেট|org|bd|বিডি|info|edu|biz|xyz|shop|store|online|site|app|dev|page|link|club|live|pro|top)`
export const plainEnding = '(?:com|c0m|org)'
