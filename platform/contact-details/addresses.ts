// Finds e-mail addresses, links, and names in social networks and messengers.
import type { TextRange } from './telephone-numbers.ts'

const at = String.raw`(?:\s*@\s*|\s*[([{<]\s*(?:a|@|at|এট|অ্যাট|এ্যাট)\s*[)\]}>]\s*|\s+(?:at|att|এট|অ্যাট|এ্যাট|অ্যাট দ্য রেট|at the rate)\s+)`
const dot = String.raw`(?:\s*\.\s*|\s*[([{<]\s*(?:\.|dot|ডট)\s*[)\]}>]\s*|\s+(?:dot|doot|ডট)\s+)`
const ending = String.raw`(?:com|কম|c0m|net|নেট|org|bd|বিডি|info|edu|biz|xyz|shop|store|online|site|app|dev|page|link|club|live|pro|top)`
// Endings that are words too: only with a path or a known host.
const host = String.raw`(?:wa|t|m|fb|me|bit|goo|forms|tinyurl|youtu|linktr|ig|telegram|instagram|lnkd)`
const provider = String.raw`(?:gmail|gmai|gamil|gmial|g-?mail|g\s?mail|yahoo|ymail|hotmail|outlook|icloud|proton(?:mail)?|live mail|জিমেইল|জি-?মেইল|জিমেল|ইয়াহু|ইয়াহু|হটমেইল|আউটলুক)`
// Bounded, so that a long text takes no longer than its length: an address has at most 64 characters before its @.
const word = String.raw`[\p{L}\p{M}\p{N}_.+-]{1,40}`
const localPart = String.raw`(?<![\p{L}\p{M}\p{N}_.+-])[\p{L}\p{M}\p{N}_.+-]{0,63}[\p{L}\p{M}\p{N}_]`

const network = String.raw`(?:face\s?book|fbook|fesbuk|f\.?b\.?|messenger|insta(?:gram)?|telegram|telegrm|whats?\s?app|wh?atsapp|imo|viber|tik\s?tok|snap(?:chat)?|skype|wechat|twitter|linkedin|discord|ফেসবুক|ফেইসবুক|ফেবু|এফবি|মেসেঞ্জার|ম্যাসেঞ্জার|ইনস্টা(?:গ্রাম)?|টেলিগ্রাম|হোয়াটসঅ্যাপ|হোয়াটসঅ্যাপ|হোয়াটস অ্যাপ|ইমো|ভাইবার|টিকটক|স্ন্যাপচ্যাট)`
const nameOf = String.raw`(?:i\.?d|name|nam|page|profile|pro|account|acc|user\s?name|user|handle|channel|আইডি|নাম|পেজ|পেইজ|প্রোফাইল|অ্যাকাউন্ট|একাউন্ট|ইউজারনেম|চ্যানেল)`
const link = String.raw`(?:\s*(?:[:=~>→-]+|is|holo|hocche|hoche|r|er|ta|হলো|হচ্ছে|টা|র|এর)(?=[\s:=~>→-]|$)|\s)*`
const suffix = String.raw`(?:['’]?s|-?(?:e|te|er|r|এ|তে|এর|র|ে|ের|য়ে))?`
const before = String.raw`(?<![\p{L}\p{M}\p{N}])`
const after = String.raw`(?![\p{L}\p{M}\p{N}])`
const names = (max: number) => String.raw`(?<name>${word}(?:\s+${word}){0,${max - 1}}?)`

const toPattern = (source: string): RegExp => new RegExp(source, 'giu')

// The whole match is hidden, or its group `name`.
const patterns: readonly RegExp[] = [
  // karim@example.com, karim (at) example (dot) com
  toPattern(
    `${localPart}${at}[\\p{L}\\p{M}\\p{N}-]{1,40}(?:${dot}[\\p{L}\\p{M}\\p{N}-]{1,40}){0,3}?${dot}${ending}${after}`,
  ),
  // karim at gmail, karim gmail dot com, gmail: karim.ali22
  toPattern(`${localPart}${at}${provider}${after}(?:${dot}${ending}${after})?`),
  toPattern(`${localPart}\\s*${provider}${dot}${ending}${after}`),
  toPattern(
    `${provider}${suffix}(?:\\s*${nameOf})?${link}(?<name>(?=[\\p{L}\\p{N}_.]*[\\p{N}_.][\\p{L}\\p{N}_])[\\p{L}\\p{M}\\p{N}_.]{4,})`,
  ),
  // Links, with and without a scheme, and "example dot com".
  toPattern(`(?:https?|hxxps?)\\s?:?\\s?//\\s?\\S+`),
  toPattern(`${before}www\\s?\\.\\s?\\S+`),
  toPattern(
    `${before}[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]{0,40}(?:\\.[\\p{L}\\p{M}\\p{N}-]{1,40}){0,5}\\.${ending}(?:\\.[a-z]{2})?${after}(?:/\\S*)?`,
  ),
  toPattern(
    `${before}[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]{0,40}(?:\\s+(?:dot|ডট)\\s+|\\s*[([{]\\s*(?:dot|ডট)\\s*[)\\]}]\\s*|\\s*\\.\\s)${ending}${after}(?:\\s*(?:/|slash|স্ল্যাশ)\\s*\\S+)?`,
  ),
  toPattern(`${before}${host}\\s?\\.\\s?(?:me|ly|gl|gle|be|ee|in|to|cc)(?:\\s?/\\s?\\S+|${after})`),
  toPattern(`${before}[a-z0-9-]{1,40}\\.(?:me|io|co|in|to|ly|cc|tv|gg)/\\S+`),
  // @karim.rides
  toPattern(`${before}@\\s?(?=[\\p{N}_.]*\\p{L})[\\p{L}\\p{M}\\p{N}_.]{3,}`),
  // facebook id: Karim Rider; telegram name karim_bd
  toPattern(
    `${before}${network}${suffix}(?:\\s*[-–]?\\s*(?:e|te|এ|তে|amar|my|আমার)(?=\\s))?\\s*${nameOf}${after}${link}${names(4)}(?=\\s*(?:[,.;!?।\\n(]|$)|\\s+(?:likhe|lekhe|diye|search|লিখে|দিয়ে|দিয়ে|সার্চ|নামে|name|e|te|knock|add|নক))`,
  ),
  toPattern(`${before}${network}\\s*[:=@/]+\\s*${names(3)}(?=\\s*(?:[,.;!?।\\n(]|$))`),
  toPattern(`${before}${network}\\s*[:=@/]+\\s*(?<name>${word})`),
  // search Karim Rider on facebook; facebook e Karim Rider likhe search den
  toPattern(
    `${before}(?:search|find|add|follow|khujen|khujun|সার্চ|খুঁজুন|অ্যাড)\\s+(?:for\\s+|me\\s+(?:as\\s+)?|kor(?:un|en|o)\\s+)?${names(4)}\\s+(?:on|in|at|from)\\s+${network}${after}`,
  ),
  toPattern(
    `${before}${network}${suffix}\\s+(?:gi[yj]e\\s+|গিয়ে\\s+|গিয়ে\\s+)?${names(4)}\\s+(?:likhe|lekhe|name|namey|name-e|diye|nam\\s?e|লিখে|নামে|দিয়ে|দিয়ে)${after}`,
  ),
  toPattern(
    `${before}${network}${suffix}\\s+(?:as|by the name(?: of)?|under)\\s+${names(3)}(?=\\s*(?:[,.;!?।\\n(]|$))`,
  ),
  // fb te khujen Karim Motors
  toPattern(
    `${before}${network}${suffix}(?:\\s+(?:e|te|এ|তে))?\\s+(?:khujen|khujun|khuje nin|search (?:den|din|korun|koren)|খুঁজুন|খুঁজেন|খোঁজেন|সার্চ (?:দিন|দেন|করুন))\\s*[,:-]?\\s+${names(4)}(?=\\s*(?:[,.;!?।\\n(]|$))`,
  ),
  toPattern(
    `${before}(?:search|find|add|সার্চ|অ্যাড|খুঁজুন|follow)(?:\\s+(?:me|for|করুন|দিন))?\\s*${network}${suffix}\\s*[,:-]?\\s+${names(3)}(?=\\s*(?:[,.;!?।\\n(]|$))`,
  ),
  toPattern(
    `${before}(?:add|find|follow|knock|message|অ্যাড|নক)\\s+(?:me\\s+|korun\\s+|করুন\\s+)?(?:on|in|at)\\s+${network}\\s*[,:-]?\\s+${names(3)}(?=\\s*(?:[.;!?।\\n(]|$))`,
  ),
  // fb karim.rides22: a name that nobody writes for another reason.
  toPattern(
    `${before}${network}${suffix}\\s+(?<name>(?=[\\p{L}\\p{N}_.]*[\\p{L}][\\p{N}_.][\\p{L}\\p{N}_])[\\p{L}\\p{N}_.]{5,})`,
  ),
]

// What people write after "facebook page" or "whatsapp name" without giving one.
const noNames = new Set(
  (
    'nai nei ache ase theke dekhe dekhsi dekhlam dekhechi dekhse kothay ki koto is are was or and not no yes please on in at from ' +
    'there here where what which who if for with to a an the of it this that your my you i me we he she they has have do does did can ' +
    'ad ads post posts link group marketplace video live news photo photos picture pictures ' +
    'নেই নাই আছে থেকে দেখে দেখেছি দেখলাম কোথায় কি কী কত না হ্যাঁ বিজ্ঞাপন পোস্ট গ্রুপ মার্কেটপ্লেস ভিডিও ছবি দিয়ে দিয়ে করে করি তো'
  ).split(' '),
)

const isGivenName = (name: string): boolean =>
  !noNames.has(
    name
      .toLowerCase()
      .split(/\s+/)[0]
      ?.replace(/[.,]+$/, '') ?? '',
  )

/** Finds e-mail addresses, links and names in networks. */
export const findAddresses = (text: string): TextRange[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): TextRange[] => {
      const name = match.groups?.['name']
      if (name === undefined) return [{ start: match.index, end: match.index + match[0].length }]
      if (!isGivenName(name)) return []
      const start = match.index + match[0].lastIndexOf(name)
      return [{ start, end: start + name.length }]
    }),
  )
