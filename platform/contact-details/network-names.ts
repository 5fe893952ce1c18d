// Finds names in social networks and messengers.
import { after, before, digit, letter, letters, toPattern, word } from './address-patterns.ts'
import type { TextRange } from './digit-runs.ts'

const knownNetwork = String.raw`(?:fa[cs]e?\s?b[ou]{1,2}k|fecebook|fbook|fesbuk|feisbuk|f\.?b\.?|m[ea]ss?[ea]?n[gj][ea]?r|msngr|insta(?:gram|gm|grm)?|ig|tg|te?l[ei]gr?a?m|tele\s?gram|telegrm|w?h?w?h?ats?\s?a[pb]p?|whats?\s?up|imo|emo|viber|tik\s?tok|snap(?:chat)?|skype|wechat|twitter|linked\s?in|discord|signal app|threads|সিগন্যাল অ্যাপ|লিংকডইন|ফেসবুক|ফেইসবুক|ফেবু|ফেজবুক|এফবি|মেসেঞ্জার|ম্যাসেঞ্জার|মেসেন্জার|ইনস্টা(?:গ্রাম)?|ইন্সটা(?:গ্রাম)?|টেলিগ্রাম|হোয়াটসঅ্যাপ|হোয়াটসঅ্যাপ|হোয়াটস অ্যাপ|হোয়াটসএপ|হোয়াটসএ্যাপ|ইমো|ভাইবার|টিকটক|স্ন্যাপচ্যাট)`
// Names of networks that are words or characters too, with what makes them names of networks.
const rareNetwork = String.raw`(?:tele(?=\s{1,2}(?:te|e|id|name)\s)|f\sb(?=\s{1,2}(?:id|name|te|e|page|profile)\s)|signal(?=\s{1,2}(?:id|name|user|(?:e|te)\s{1,2}[${letters}]{2,20}[._][${letters}]))|(?:you\s?tube?|ইউটিউব)(?=(?:\s?(?:e|te|er|এ|ে|এর))?\s{1,3}(?:channel|id|name|চ্যানেল)))`
const network = `(?:${knownNetwork}|${rareNetwork})`
const nameWord = String.raw`(?:i\.?d|name|nam|page|profile|pro|account|acc|user\s?name|user|handle|channel|আইডি|নাম|পেজ|পেইজ|প্রোফাইল|অ্যাকাউন্ট|একাউন্ট|ইউজারনেম|চ্যানেল)`
const link = String.raw`(?:\s{0,4}(?:[:=~>→-]{1,4}|(?:is|holo|hocche|hoche|hoilo|r|er|ta|হলো|হচ্ছে|হইলো|টা|র|এর)(?=[\s:=~>→-]|$))){0,4}\s{0,4}`
const suffix = String.raw`(?:['’]?s|-?(?:e|te|er|r|এ|তে|এর|র|ে|ের|য়ে))?`
const inIt = String.raw`(?:\s{1,3}(?:e|te|a|এ|তে))?`
const names = (max: number) => String.raw`${word}(?:\s{1,3}${word}){0,${max - 1}}?`
// Karim Rider
const properName = String.raw`(?-i:[A-Z][${letters}.]{1,20}(?:\s[A-Z][${letters}.]{1,20}){1,3})${after}(?:\s{0,2}\((?-i:[A-Z])[^()\n]{1,30}\))?`
// K a r i m R i d e r
const spacedName = String.raw`[${letter}](?:\s[${letter}]${after}){4,40}`

const contactVerb = String.raw`(?:knock|nok|nock|nack|msg|mesg|massage|message|sms|inbox|ib|dm|add|search|srch|sarch|follow|folow|request|rqst|req|call|chat|নক|মেসেজ|ম্যাসেজ|মেসেস|এসএমএস|ইনবক্স|ইনবস্ক|অ্যাড|এ্যাড|এড|সার্চ|ফলো|রিকোয়েস্ট|রিকোয়েস্ট)`
const doIt = String.raw`(?:me|den|dn|din|dien|diyen|diben|dio|dao|koren|korun|korben|korte|koro|দেন|দিন|দিয়েন|দিয়েন|দিবেন|দিতে|করেন|করুন|করবেন|কইরেন)`
const stopWord = String.raw`(?:likhe|lekhe|likhle|likhen|diye|name|namey|naame|e|te|ke|oikhane|okhane|oitate|oitay|oite|ekhane|sekhane|theke|niye|niya|dekhen|dekhben|dekhun|dekhe|page|pg|profile|send|and|then|where|thats|there|please|pls|plz|bhai|vai|bro|ashen|asen|ashben|paben|pabe|peye|kotha|amake|amare|ar|tarpor|${contactVerb}|${doIt}|লিখে|লেখে|লিখলে|দিয়ে|দিয়ে|নামে|এ|তে|কে|ওখানে|ওইখানে|সেখানে|এখানে|থেকে|নিয়ে|নিয়ে|দেখেন|দেখুন|দেখবেন|পেজে|পেইজে|পেজ|পেইজ|প্রোফাইল|আসেন|পাবেন|আমাকে|আমারে|প্লিজ|ভাই|কথা|আর)`
const stop = String.raw`(?=\s{0,4}(?:[,.;!?।\n(–-]|$)|\s{1,4}${stopWord}${after})`
const named = (max: number) => `(?<name>${spacedName}|${properName}|${names(max)}${stop})`
// A name that nobody writes for another reason.
const isIt = String.raw`(?:\s{1,3}(?:is|holo|hoilo|hocche|ta|হলো|হচ্ছে))?`
const handle = String.raw`(?=[${letters}_.]{0,40}[${letter}][${digit}_.][${letters}_])[${letters}_.]{5,40}`
const clearHandle = String.raw`(?=[${letters}]{1,30}[._])(?=[${letters}_.]{0,40}(?:[${digit}]|[._][${letters}]{1,30}[._][${letters}]))[${letters}][${letters}_.]{3,40}[${letters}_]`

// "@ 95k" and "@5pm" say how much and when.
const price = String.raw`[${digit}.]{1,12}(?:k|l|lakh|lac|lak|tk|taka|hajar|hazar|thousand|cr|koti|each|am|pm|ta|km|kmpl|kmph|rpm|cc|psi|টাকা|লাখ|হাজার|টা)${after}`

const mentionsNetwork = new RegExp(`${before}${network}`, 'iu')
const beginsWithNetwork = new RegExp(`^${network}${suffix}${after}`, 'iu')

// The whole match is hidden, or its group `name`.
const patterns: readonly RegExp[] = [
  // facebook id: Karim Rider; telegram name karim_bd
  toPattern(
    String.raw`${before}${network}${suffix}(?:\s{0,3}[-–]?\s{0,3}(?:e|te|এ|তে|amar|my|আমার)(?=\s)){0,2}\s{0,4}${nameWord}(?:(?:\s?e?r|-er|ের|র|টার)?\s{1,3}${nameWord})?${after}${link}${named(4)}`,
  ),
  toPattern(String.raw`${before}${network}${suffix}\s{0,4}[:=@/→>]{1,3}\s{0,4}${named(3)}`),
  toPattern(String.raw`${before}${network}${suffix}\s{0,4}[:=@/→>]{1,3}\s{0,4}(?<name>${word})`),
  // search Karim Rider on facebook
  toPattern(
    String.raw`${before}(?:search|find|add|follow|khujen|khujun|সার্চ|খুঁজুন|অ্যাড)\s{1,3}(?:for\s{1,3}|me\s{1,3}(?:as\s{1,3})?|kor(?:un|en|o)\s{1,3})?(?<name>${names(4)})\s{1,3}(?:on|in|at|from)\s{1,3}${network}${after}`,
  ),
  // facebook e Karim Rider likhe search den
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}(?:gi[yj]e\s{1,3}|গিয়ে\s{1,3}|গিয়ে\s{1,3})?(?<name>${names(4)})\s{1,3}(?:likhe|lekhe|likhle|name|namey|name-e|diye|nam\s?e|(?:search|srch|sarch) (?:den|din|dien|diyen|diben)|লিখে|লিখলে|নামে|দিয়ে|দিয়ে)${after}`,
  ),
  toPattern(String.raw`${before}${network}${suffix}\s{1,3}(?:as|by the name(?: of)?|under)\s{1,3}${named(3)}`),
  // fb te khujen Karim Motors
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}(?:khujen|khujun|khuje nin|khojen|(?:search|srch|sarch)(?:\s{1,2}(?:den|din|dien|diyen|diben|korun|koren|korben|dao|koro))?|খুঁজুন|খুঁজেন|খোঁজেন|খুজেন|(?:amake|amare|amk|আমাকে|আমারে)\s(?:paben|pabe|khujen|khujben|পাবেন|খুঁজেন)|সার্চ (?:দিন|দেন|দিয়েন|করুন|করেন|করবেন))\s{0,3}[,:-]?\s{1,3}${named(4)}`,
  ),
  toPattern(
    String.raw`${before}(?:search|find|add|সার্চ|অ্যাড|খুঁজুন|follow)(?:\s{1,3}(?:me|for|করুন|দিন))?\s{0,4}${network}${suffix}\s{0,3}[,:-]?\s{1,3}${named(3)}`,
  ),
  toPattern(
    String.raw`${before}(?:add|find|follow|knock|message|msg|text|inbox|reach|contact|look|hit|অ্যাড|নক)\s{1,3}(?:me\s{1,3}(?:up\s{1,3})?|up\s{1,3}|korun\s{1,3}|করুন\s{1,3})?(?:on|in|at)\s{1,3}${network}\s{0,3}[,:-]?\s{1,3}${named(3)}`,
  ),
  // messenger e Bike Point Bogura page e nok den
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}(?<name>${names(4)})\s{1,3}(?:page|pg|peij|peje|id|profile|pro|channel|পেজ|পেইজ|আইডি|প্রোফাইল|চ্যানেল)(?:\s?-?(?:ta|টা)?\s?-?(?:e|te|a|y|ke|এ|তে|কে|ে|য়))?\s{1,3}(?:${contactVerb}|like|visit|dekh(?:en|un|ben)|লাইক|দেখেন|দেখুন)${after}`,
  ),
  // fb te Sohel Rana ke msg den
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}(?<name>[${letter}]${names(3)})\s{1,3}(?:ke|কে)\s{1,3}${contactVerb}\s{1,3}${doIt}${after}`,
  ),
  // amar fb Karim Rider; messenger e asen, id Karim Rider
  toPattern(String.raw`${before}(?:amar|my|আমার)\s{1,3}${network}${isIt}\s{1,3}(?<name>${properName})`),
  toPattern(
    String.raw`${before}${network}${suffix}(?:\s{1,3}${word}){0,8}\s{0,2}[,;]\s{0,3}(?:(?:my|amar|আমার)\s)?${nameWord}${after}${link}(?<name>${properName})`,
  ),
  // linkedin e Karim Rider msg den; facebook e Bike Lovers Bogura group er admin ami
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}(?<name>${properName})\s{1,3}(?:${contactVerb}\s{1,3}${doIt}|(?:group|grup|page|গ্রুপ|পেজ)[\s-]?(?:er|এর|ের)\s{1,3}(?:admin|owner|malik|moderator|এডমিন|অ্যাডমিন|মালিক))${after}`,
  ),
  // telegram e karim underscore rider; discord karim#4471; tele te at karim_22
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}(?:\s{1,3}${nameWord})?${isIt}\s{1,3}(?<name>[${letters}]{2,30}(?:\s{1,2}(?:under\s?score|dot|আন্ডার\s?স্কোর|ডট)\s{1,2}[${letters}]{2,30}){1,3}|[${letters}_.]{2,32}\s?#\s?[${digit}]{3,6}|at\s{1,2}(?:${clearHandle}|${handle}))${after}`,
  ),
  // snapchat e add den karim_rides
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}${contactVerb}\s{1,3}${doIt}\s{0,3}[,:-]?\s{1,3}(?<name>(?![${digit}])${clearHandle}|[${letter}][${letters}]{2,30}_[${letters}_.]{3,30})`,
  ),
  // fb karim.rides22; insta te karim.rides.bd; insta te karim_rides e msg den
  toPattern(String.raw`${before}${network}${suffix}${isIt}\s{1,3}(?<name>${handle})`),
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}${isIt}\s{1,3}(?<name>${clearHandle}|[${letter}][${letters}]{2,30}_[${letters}_.]{3,30})`,
  ),
  toPattern(
    String.raw`${before}${network}${suffix}${inIt}\s{1,3}(?<name>${handle})\s{1,3}(?:(?:e|te|ke|a|এ|তে|কে)\s{1,3})?(?:${contactVerb}|likhe|diye|name)${after}`,
  ),
]
// The ones that need no network beside them.
const otherPatterns: readonly RegExp[] = [
  // @karim.rides
  toPattern(
    String.raw`${before}@(?:\s(?=[${letters}_.]{0,40}[${letter}][${digit}_.][${letters}_]))?(?!${price})(?=[${digit}_.]{0,40}[${letter}])[${letters}_.]{3,64}`,
  ),
  // skype live:karim22
  toPattern(String.raw`${before}live:[.]?[${letters}_.]{3,40}`),
  // page er nam Bike Point Mirpur
  toPattern(
    String.raw`${before}(?:page|pg|profile|channel|পেজ|পেইজ|প্রোফাইল|চ্যানেল)-?\s{0,2}(?:e?r|এর|ের|র)?\s{0,2}(?:nam|name|naam|নাম)(?:\s?(?:ta|টা))?${after}${link}${named(4)}`,
  ),
  // karim.rides22 e inbox koren
  toPattern(
    String.raw`(?<![${letters}_.@-])(?=[${letters}_.]{8})(?<name>${clearHandle})\s{1,3}(?:(?:e|te|ke|a|এ|তে|কে)\s{1,3})?${contactVerb}\s{1,3}${doIt}${after}`,
  ),
]

const toWords = (words: string): Set<string> => new Set(words.normalize('NFC').split(' '))

// What people write after "facebook page" or "whatsapp name" without giving one.
const noFirstNames = toWords(
  'nai nei ache ase theke dekhe dekhsi dekhlam dekhechi dekhse kothay ki koto is are was or and not no yes please on in at from ' +
    'there here where what which who if for with to a an the of it this that your my you i me we he she they us has have do does did can ' +
    'ad ads add post posts link group marketplace live news ' +
    'e te er ei oi ta tar r o to na ar ba ekta ekhon ekhane oikhane sekhane amar apnar tomar amake apnake amader onno onek sob shob ' +
    'ektu ekbar taratari sorasori direct direkt age pore pls plz bhai vai keu kew kono kon kar jar same location call msg message sms search likhe diye dekhen bhalo valo kharap kichu kichui konotai ' +
    'chat but so then because how why when just only also hack bad off on full new old real fake verified one two some any all many later now today tomorrow tonight anytime kal aj ' +
    'নেই নাই আছে থেকে দেখে দেখেছি দেখলাম কোথায় কি কী কত না হ্যাঁ বিজ্ঞাপন পোস্ট গ্রুপ মার্কেটপ্লেস ভিডিও ছবি দিয়ে দিয়ে করে করি তো ' +
    'এ এই ওই এক একটা একটু আমার আপনার তোমার আমাকে আমাদের অন্য অনেক সব কোনো কেউ আগে পরে এখন এখানে ওখানে আর বা যে যা সরাসরি ভাই লোকেশন কল এর',
)
// The same, but a page may begin with them: Bike Point Mirpur.
const lowerCaseFirst = toWords(
  'bike bikes motor motors video videos photo photos picture pictures chobi price kagoj papers transfer change',
)
// What stands in sentences about a network, and in no name.
const noNames = toWords(
  'nai nei ache ase achhe chilo dekhlam dekhsi dekhechi dekhse dekhte chalai chalay use kori kore koren kortam korsi korchi korte korle ' +
    'hack hoise hoyeche hoye gese gelo bondho block lock nosto khulsi kholar khula keno kothay koto dam price taka tk hajar lakh ' +
    'parbo parben pabo dibo nibo bolsen bolse bollo dilam disi dise dicche scam group marketplace onek niche beshi kom was were is are ' +
    'said saw saying does don dont not have has had will would can could what which er kora change khola ' +
    'নেই নাই আছে ছিল দেখলাম দেখেছি চালাই করি করে করেছি হ্যাক হয়েছে হয়েছে হইছে গেছে বন্ধ নষ্ট কেন কোথায় কত দাম টাকা হাজার লাখ ' +
    'পারব পাব দিব নিব বলছে দিলাম গ্রুপে মার্কেটপ্লেসে বেশি',
)

const isSpaced = new RegExp(`^${spacedName}$`, 'iu')

const isGivenName = (name: string): boolean => {
  if (isSpaced.test(name)) return true
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .split(/\s+/)
    .map((one) => one.replace(/[.,-]+$/, ''))
  if (/^\p{Ll}/u.test(name) && lowerCaseFirst.has(words[0] ?? '')) return false
  const first = words[0] === 'at' && words.length > 1 ? words[1] : words[0]
  return !noFirstNames.has(first ?? '') && !beginsWithNetwork.test(name) && !words.some((one) => noNames.has(one))
}

/** Finds names in networks. */
export const findNetworkNames = (text: string): TextRange[] =>
  [...(mentionsNetwork.test(text) ? patterns : []), ...otherPatterns].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): TextRange[] => {
      const name = match.groups?.['name']
      if (name === undefined) return [{ start: match.index, end: match.index + match[0].length }]
      if (!isGivenName(name)) return []
      const start = match.index + match[0].lastIndexOf(name)
      return [{ start, end: start + name.length }]
    }),
  )
