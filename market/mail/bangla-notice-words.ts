// Pure. Amounts and times in the Bangla e-mails about deals.
import { toBanglaDigits } from '#contract/language.ts'
import { refundDays } from '#contract/deals/deadlines.ts'
import type { NoticeWords } from './templates/notice-facts.ts'

const sayYourSide = { buyer: 'আপনার কথা জানানোর শেষ সময়', seller: 'আপনার কথা জানানোর শেষ সময়' }

export const noticeWords: NoticeWords = {
  when: 'কখন',
  proposed: 'যে সময় বলা হয়েছে',
  where: 'কোথায়',
  phone: 'ফোন',
  paid: { buyer: 'এখানে দিয়েছেন', seller: 'এখানে জমা হয়েছে' },
  left: 'বাকি (নগদে বা মোটোহাটে)',
  cash: 'নগদে',
  reason: 'কারণ',
  until: {
    accepted: { buyer: 'দেখা ঠিক করার শেষ সময়' },
    offer_accepted: { buyer: 'বুক করার শেষ সময়', seller: 'ক্রেতার বুক করার শেষ সময়' },
    turn: { buyer: 'আপনার পালা শেষ হবে' },
    handed_over: { buyer: 'সমস্যা জানানোর শেষ সময়' },
    disputed: sayYourSide,
    evidence_added: sayYourSide,
  },
  answer: 'উত্তর দেওয়ার শেষ সময়',
  divided: {
    buyer: ({ paid, back, kept, isAllBack }) =>
      [
        `আপনি দিয়েছেন ${paid}।`,
        ...(back === '' ? [] : [`${isAllBack ? 'পুরো টাকা' : back} ${toBanglaDigits(refundDays)} দিনের মধ্যে ফেরত পাবেন।`]),
        ...(kept === '' ? [] : [`${kept} পাবেন বিক্রেতা।`]),
      ].join(' '),
    seller: ({ paid, back, kept, isAllBack }) =>
      [
        `ক্রেতা দিয়েছেন ${paid}।`,
        ...(kept === '' ? [] : [`${kept} আপনার।`]),
        ...(back === '' ? [] : [`${isAllBack ? 'পুরো টাকা' : back} ক্রেতা ফেরত পাবেন।`]),
      ].join(' '),
  },
  askForDestination: 'আপনার টাকা কোথায় পাঠাব, তা এখনো জানি না।',
  addDestination: 'কোথায় টাকা নেবেন জানান',
  askToRate: 'কেনাবেচা কেমন হলো?',
  rate: 'রেটিং দিন',
}
