// The fixed texts of the sale receipt, each in English and Bangla: both are printed side by side in every language.
export const receiptTexts = {
  title: ['Motorcycle sale receipt', 'মোটরসাইকেল বিক্রয় রসিদ'],
  date: ['Date', 'তারিখ'],
  place: ['Place', 'স্থান'],
  stamp: ['Revenue stamp', 'রাজস্ব স্ট্যাম্প'],
  parties: ['Seller and buyer', 'বিক্রেতা ও ক্রেতা'],
  seller: ['Seller', 'বিক্রেতা'],
  buyer: ['Buyer', 'ক্রেতা'],
  name: ['Name', 'নাম'],
  father: ['Father’s name', 'পিতার নাম'],
  address: ['Address', 'ঠিকানা'],
  nid: ['NID', 'এনআইডি'],
  motorcycle: ['The motorcycle', 'মোটরসাইকেলের বিবরণ'],
  model: ['Make and model', 'কোম্পানি ও মডেল'],
  registration: ['Registration number', 'রেজিস্ট্রেশন নম্বর'],
  chassis: ['Chassis number', 'চেসিস নম্বর'],
  engine: ['Engine number', 'ইঞ্জিন নম্বর'],
  price: ['Price', 'মূল্য'],
  figures: ['In figures', 'অঙ্কে'],
  words: ['In words', 'কথায়'],
  statement: [
    'The seller sells the motorcycle above to the buyer with its papers. The buyer has paid the whole price. The seller answers for what happened before the handover, the buyer for what happens after it.',
    'বিক্রেতা উপরের মোটরসাইকেলটি কাগজসহ ক্রেতার কাছে বিক্রি করলেন। ক্রেতা পুরো মূল্য পরিশোধ করেছেন। হাতবদলের আগের দায় বিক্রেতার, পরের দায় ক্রেতার।',
  ],
  sellerSigns: ['Seller’s signature', 'বিক্রেতার সই'],
  buyerSigns: ['Buyer’s signature', 'ক্রেতার সই'],
  witness1: ['Witness 1', 'সাক্ষী ১'],
  witness2: ['Witness 2', 'সাক্ষী ২'],
  mobile: ['Mobile', 'মোবাইল'],
  foot: ['Made with Motohaat. Not a form of BRTA.', 'মোটোহাট দিয়ে তৈরি। এটি বিআরটিএর ফরম নয়।'],
} as const satisfies Record<string, readonly [english: string, bangla: string]>

export type ReceiptText = keyof typeof receiptTexts
