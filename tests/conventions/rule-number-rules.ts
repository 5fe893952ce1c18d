// Numbers in sentences: what is a number with its unit, which of them are no rules, and which rules are said in words.
import type { ProjectFile } from './project-files.ts'

/** The files in which the numbers of rules are written, each once. */
export const numberFiles = [
  'contract/deals/deadlines.ts',
  'contract/deals/handover-code.ts',
  'contract/time/lifetimes.ts',
  'contract/limits.ts',
]

/** Sentences with a number that is no rule of the contract, by a part of them. */
export const noRules: Record<string, string> = {
  '12 to 36 months': 'of banks',
  '৩৬ মাসের জন্য': 'of banks',
  'A price range in 10 seconds': 'how long a visitor takes',
  '১০ সেকেন্ডে দামের ধারণা': 'how long a visitor takes',
  '6-digit code': 'the form of a code',
  'reads you 6 digits': 'the form of a code',
  '৬ অঙ্কের কোড': 'the form of a code',
  '৬টি অঙ্ক': 'the form of a code',
  'মোবাইল নম্বরে ১১টি': 'the form of a number',
  'Suspend for 7 days': 'the name of a decision',
  'Suspend for 30 days': 'the name of a decision',
  'for 7 days because': 'the name of a decision',
  'for 30 days because': 'the name of a decision',
  'is suspended for 7 days': 'the name of a decision',
  'is suspended for 30 days': 'the name of a decision',
  '৭ দিন বন্ধ': 'the name of a decision',
  '৩০ দিন বন্ধ': 'the name of a decision',
  'অ্যাকাউন্ট ৭ দিনের': 'the name of a decision',
  'অ্যাকাউন্ট ৩০ দিনের': 'the name of a decision',
  'token ends in 30 days': 'the name of an event',
  'token ends in 7 days': 'the name of an event',
  'মেয়াদ আর ৩০ দিন': 'the name of an event',
  'মেয়াদ আর ৭ দিন': 'the name of an event',
  "'7': '7 days'": 'the name of a period of the overview',
  "'30': '30 days'": 'the name of a period of the overview',
  "'7': '৭ দিন'": 'the name of a period of the overview',
  "'30': '৩০ দিন'": 'the name of a period of the overview',
  '7 days before': 'the name of a period of the overview',
  '30 days before': 'the name of a period of the overview',
  'আগের ৭ দিন': 'the name of a period of the overview',
  'আগের ৩০ দিন': 'the name of a period of the overview',
  'Up to 3 days': 'a column of the overview',
  '৩ দিন পর্যন্ত': 'a column of the overview',
  'পরের ৫০টি': 'the length of a page of the list',
  'বয়সে ২ বছরের': 'of the method of estimates',
  '১,৯৩৫টি': 'a count of the method of estimates',
  '4 to 30 English characters': 'the form of a slip’s number',
  '৪ থেকে ৩০টি': 'the form of a slip’s number',
  '১ থেকে ২৫৫টি অক্ষর': 'the form of a header',
  '1 to 255 visible': 'the form of a header',
  '2 or 3 owners': 'the choices of a filter',
  '২ বা ৩ জন': 'the choices of a filter',
  'usually within an hour': 'a time of the past',
  'two to four bikes': 'as many as the table of the comparison has room for',
  'দুই থেকে চারটি': 'as many as the table of the comparison has room for',
  'compare four bikes': 'as many as the table of the comparison has room for',
  'চারটি বাইক তুলনা': 'as many as the table of the comparison has room for',
  'রাত ৮টা–৯টা': 'the opening hours',
  'সকাল ৯টা–রাত ১০টা': 'the opening hours',
  'More than 5 years old': 'how old a tyre may be',
  '৫ বছরের বেশি পুরোনো': 'how old a tyre may be',
  'in seven pictures': 'the pictures of the home page',
  'দুইবার, বা': 'twice the same bike',
  'পাঁচটি কাগজের': 'the kinds of papers',
  'তিনজন জানালে': 'of the weights of reports, which depend on the reporters',
  'যে দশটি সেভ': 'the backup codes of the authentication library',
  'চারটি প্রশ্ন': 'the articles of the blog',
  ...Object.fromEntries(
    ['মেসেজের ছয়টি', 'ছয়টি অঙ্ক', 'নয়টি অঙ্ক', 'চারটি সংখ্যা', 'চারটি অঙ্ক', 'শেষ চারটি'].map((digits) => [
      digits,
      'the form of a code or a number',
    ]),
  ),
}

type InWords = { is: number; says: string[] }

/** Rules that some sentences say in words: their number in the contract, and the parts of sentences that say it. */
export const rulesInWords: Record<string, InWords> = {
  resetLinkMinutes: {
    is: 60,
    says: ['older than an hour', 'এক ঘণ্টার বেশি', 'within one hour', 'এক ঘণ্টার মধ্যে', 'for one hour', 'এক ঘণ্টা চলে'],
  },
  freshLoginMinutes: { is: 10, says: ['last ten minutes', 'গত দশ মিনিটের'] },
  maxHoldMinutes: { is: 15, says: ['পনেরো মিনিট অপেক্ষা করুন', 'পনেরো মিনিট পরে'] },
  secondFactorLockMinutes: { is: 15, says: ['পনেরো মিনিট অপেক্ষা করে'] },
  contactEmailMinutes: { is: 15, says: ['পনেরো মিনিটে বড়জোর'] },
  maxOffers: { is: 8, says: ['offered eight prices', 'আটবার দাম'] },
  maxNewChatsUnproven: { is: 5, says: ['five new sellers in an hour', 'এক ঘণ্টায় পাঁচজন'] },
  maxOpenInvitations: { is: 3, says: ['Three links are open', 'তিনটি লিংক'] },
  maxMeetingMoves: { is: 3, says: ['moved three times', 'তিনবার বদলানো'] },
  noShowAfterHours: { is: 1, says: ['from an hour after', 'সময়ের এক ঘণ্টা পর'] },
  codeBeforeMeetingHours: { is: 2, says: ['two hours before', 'দুই ঘণ্টা আগে'] },
  'buyingLimits.maxHoldsPerBuyer': { is: 3, says: ['paying for three bikes', 'তিনটি বাইকের টাকা'] },
  'buyingLimits.maxUnansweredPerSeller': { is: 5, says: ['Five of your bookings', 'পাঁচটি বুকিং'] },
  'buyingLimits.maxBookingsPerBike': { is: 3, says: ['booked this bike three times', 'তিনবার বুক'] },
  maxProofLinksPerDay: { is: 5, says: ['sent five links', 'পাঁচটি লিংক'] },
  maxProofLinks: { is: 10, says: ['sent ten links', 'দশটি লিংক'] },
  lookWithinHours: { is: 24, says: ['within a day', 'এক দিনের মধ্যে'] },
  lateCancellationHours: { is: 24, says: ['more than a day before'] },
  windowHours: {
    is: 24,
    says: ['a day after the handover', 'a day after you read', 'বাইক দেওয়ার এক দিন পর', 'বাইক নিলে, তার এক দিন পর'],
  },
  unusedPictureHours: { is: 24, says: ['no bike uses: one day', 'এমন ছবি: এক দিন'] },
  alertMinutes: { is: 60, says: ['at most once an hour', 'ঘণ্টায় বড়জোর একবার'] },
  removedNumberYears: { is: 2, says: ['number, two years', 'দুই বছর থাকে'] },
}

const sentenceFiles =
  /^(?:web\/i18n\/(?:en|bn)\/|contract\/(?:errors|notices)\/|market\/(?:mail|phone-proofs)\/).*(?<!\.test)\.ts$/

const englishUnits =
  'hours?|days?|minutes?|seconds?|months?|years?|tries|times|bikes?|pictures|photos|MB|megapixels?|numbers|searches|things|' +
  'wrong|sellers|bookings|links|offers|prices|owners|e-mails'
const englishForms = 'characters?|English characters|visible|digits?|saved searches'
const englishWords = 'two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty'
const banglaUnits = 'ঘণ্টা|দিন|মিনিট|সেকেন্ড|মাস|বছর|বার|টি|টা|জন'
const banglaWords = 'দুই|তিন|চার|পাঁচ|ছয়|সাত|আট|নয়|দশ|বারো|পনেরো|বিশ|ত্রিশ'

// 1 is the singular of a counted noun, "2-digit" an option of Intl. "A day" may also be one that somebody chooses.
const patterns = [
  `(?<![\\d.,৳-])(?!1[ -]|2-digit)\\d[\\d,]*[ -](?:${englishUnits}|${englishForms})(?!\\p{L})`,
  `(?<![০-৯.,৳-])(?!১ ?[টদঘমবজ])[০-৯][০-৯,]* ?(?:${banglaUnits}|এমবি|মেগাপিক্সেল|অক্ষর|অঙ্ক)`,
  `(?<![\\p{L}-])(?:${englishWords})(?: wrong| new| other)?[ -](?:${englishUnits})(?!\\p{L})`,
  `(?<!\\p{L})(?:${banglaWords}) ?(?:${banglaUnits})`,
  '(?<!\\p{L})(?:an hour|one hour|one day|(?:within|than) a day|a day (?:later|after|before))(?!\\p{L})',
  '(?<!\\p{L})এক (?:ঘণ্টা|দিন)',
].map((source) => new RegExp(source, 'giu'))

/** What a line may say: nothing of a rule, or a rule in words that is compared with its number. */
export const allowed: readonly string[] = [
  ...Object.keys(noRules),
  ...Object.values(rulesInWords).flatMap(({ says }) => says),
]

/** The lines of a file that are sentences for people: all but comments; of the contract's calls the summaries. */
export const listSentenceLines = ({ path, text }: ProjectFile): string[] => {
  const isSentence = sentenceFiles.test(path)
  if (!isSentence && !/^contract\/.*(?<!\.test)\.ts$/.test(path)) return []
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && (isSentence || /^\s*(?:summary: )?['`]/.test(line)))
}

/** Numbers with their unit that are written into a line by hand. */
export const findWrittenNumbers = (line: string): string[] => {
  const said = allowed.reduce((rest, part) => rest.replaceAll(part, '…'), line.replaceAll(/\$\{[^}]*\}/g, '…'))
  return patterns.flatMap((pattern) => [...said.matchAll(pattern)].map(([found]) => found))
}
