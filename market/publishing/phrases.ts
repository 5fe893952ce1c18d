// Pure. The words that the rules of publishing look for, in English, Bangla, and Bangla in Latin script.

const listWords = (words: string): string[] => words.split(/\s*,\s*|\n\s*/u)

/** A phrase is found by its sound, or by its spelling where short words would sound like others. */
export type Phrases = { sounds: string[]; spellings: string[] }

const combine = (first: string[], second: string[]): string[] =>
  first.flatMap((one) => second.map((other) => `${one} ${other}`))

const papers = listWords(
  'paper, papers, pepar, kagoj, kagoz, kagaj, kagojpotro, kagoj potro, kagoj pati, kagojpati, document, documents, docs, কাগজ, কাগজপাতি, কাগজ পাতি, কাগজপত্র, কাগজ পত্র, পেপার, পেপারস, ডকুমেন্ট, ডকুমেন্টস',
)
const registration = listWords('registration, number plate, রেজিস্ট্রেশন, নম্বর প্লেট, নাম্বার প্লেট')

export const borderPhrases: Phrases = {
  sounds: listWords(
    'border cross, border crossing, crossing border, border theke ana, border bike, border gari, indian border, smuggled, smuggling, smuggle kora, smuggle bike, smuggle gari, border mal, border pass, open border, ' +
      'বর্ডারের মাল, border diye asa, simanto diye asa, benapole diye, বর্ডার পাস, ওপেন বর্ডার, বর্ডার দিয়ে আসা, সীমান্ত দিয়ে আসা, বেনাপোল দিয়ে, ' +
      'বর্ডার ক্রস, বর্ডার ক্রসিং, বর্ডার থেকে আনা, বর্ডারের বাইক, বর্ডারের গাড়ি, ইন্ডিয়ান বর্ডার, সীমান্ত পার, চোরাচালান',
  ),
  // "Tana gari" is what smuggled vehicles are called.
  spellings: listWords(
    'chorai bike, chorai gari, churi bike, stolen bike, tana bike, tana gari, tan gari, চোরাই বাইক, চোরাই গাড়ি, চুরির বাইক, ' +
      'টানা বাইক, টানা গাড়ি, টান গাড়ি, টান বাইক',
  ),
}

export const auctionPhrases: Phrases = {
  sounds: listWords(
    'custom auction, customs auction, auction bike, auction gari, কাস্টম অকশন, কাস্টমস অকশন, কাস্টমস নিলাম, নিলামের বাইক',
  ),
  spellings: listWords('auction, nilam, nilame, nilamer, নিলাম, নিলামে, নিলামের, অকশন, অকশনের, অকশান'),
}

export const noPapersPhrases: Phrases = {
  sounds: listWords('paperless, without papers, without documents, without registration, কাগজ বিহীন, কাগজবিহীন'),
  spellings: [
    ...combine(
      listWords('no, without, without any, bina, বিনা, নো'),
      papers.concat(listWords('registration, number plate')),
    ),
    ...combine(papers, listWords('nai, nei, nay, chara, chhara, sara, chada, নাই, নেই, ছাড়া, ছারা, less')),
    ...combine(registration, listWords('chara, chhara, sara, not possible, possible na, ছাড়া, ছারা')),
    ...combine(papers, listWords('hobe na, korte hobe na, hariye geche, হবে না, করা যাবে না, হারিয়ে গেছে')),
    ...listWords('number kora jabe na, number hobe na, নম্বর করা যাবে না, নাম্বার করা যাবে না, নম্বর হবে না, নাম্বার হবে না'),
  ],
}

export const advancePhrases: Phrases = {
  sounds: listWords(
    'advance, advanced, agrim, ogrim, অগ্রিম, অ্যাডভান্স, এডভান্স, send money, সেন্ড মানি, booking money, বুকিং মানি, ' +
      'token money, টোকেন মানি, customs charge, release charge, courier, কুরিয়ার, কুরিয়ারে',
  ),
  spellings: listWords(
    'bkash, bikash, bekash, b kash, bksh, বিকাশ, বিকাশে, nagad, nogod, নগদে, rocket, রকেট, রকেটে, upay, উপায়, agam, আগাম, ' +
      'age pathan, age pathaben, age dite hobe, age diben, charge age, আগে পাঠান, আগে পাঠাবেন, আগে দিতে হবে, আগে দিবেন, চার্জ আগে',
  ),
}

const toSet = (words: string): ReadonlySet<string> => new Set(listWords(words).map((word) => word.normalize('NFKC')))

/** What asks for the money, beside an amount. */
export const demandWords = toSet(
  'send, pay, paid, deposit, pathan, pathao, pathaben, pathale, pathate, patan, den, diben, dilei, dile, dite, dibe, koren, korun, korben, korte, korle, lagbe, ' +
    'required, must, first, age, agei, confirm, booking, book, hobe, পাঠান, পাঠাবেন, পাঠালে, পাঠাতে, দিন, দেন, দিবেন, দেবেন, দিলে, দিলেই, দিতে, করুন, করেন, ' +
    'করবেন, করতে, করলে, লাগবে, আগে, আগেই, হবে, কনফার্ম, বুকিং',
)

/** Of a clause with one of these, nobody is asked for money; the money for a tax token is the state's. */
export const denialWords = toSet(
  'tax, ট্যাক্স, no, not, don, dont, never, without, na, nai, nei, noy, nah, chara, charai, না, নাই, নেই, নয়, নহে, ছাড়া, ছাড়াই, নিষেধ, প্রতারক, beware, careful, সাবধান',
)

/** Before a phrase, they say that the bike is none. */
export const noBefore = toSet('no, not, non, never, isn, isnt, নো, নন')
/** After a phrase, they say that the bike is none. */
export const noAfter = toSet('na, nai, nei, noy, nah, noi, না, নাই, নেই, নয়, নহে, free')
/** What may stand between a phrase and the word that denies it. */
export const betweenWords = toSet(
  'a, an, any, open, kind, of, is, it, this, the, t, or, ba, and, ar, o, er, e, kono, kichu, bike, baik, baiker, gari, garir, item, mal, case, custom, customs, ' +
    'auction, nilam, border, cross, bordar, kros, বাইক, গাড়ি, কোনো, কোন, কিছু, এর, বা, ও, আর, কেস, মাল, নিলাম, অকশন, বর্ডার, ক্রস, কাস্টম, কাস্টমস, নিলামের, ক্রসের',
)
/** After "no papers", they say that nothing is wrong with the papers. */
export const papersAreFine = toSet(
  'problem, problems, issue, issues, jhamela, jamela, somossa, shomossha, due, dues, pending, missing, tension, ঝামেলা, সমস্যা, টেনশন, বাকি',
)

export const currencyWords = toSet('tk, taka, takar, bdt, টাকা, টাকার, হাজার, hajar, hazar, thousand, k')
/** After a number, they say that it is no amount. */
export const unitWords = toSet(
  'cc, km, kilo, kilometer, kilometers, kmpl, bhp, সিসি, কিমি, কিলো, কিলোমিটার, সাল, model, মডেল',
)
