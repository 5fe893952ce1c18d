// Bangla messages of a seller's whole account number, which a cashier sees on request.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const accountNumberMessages: Namespaces['accountNumber'] = {
  show: 'দেখুন',
  showLabel: 'পুরো নম্বর দেখুন',
  showing: 'নম্বর আনা হচ্ছে',
  hide: 'লুকান',
  hideLabel: 'নম্বর লুকান',
  copy: 'কপি করুন',
  copyLabel: 'নম্বর কপি করুন',
  copied: 'নম্বর কপি হয়েছে',
  numbers: { bkash: 'বিকাশ নম্বর', bank: 'অ্যাকাউন্ট নম্বর' },
  routing: 'রাউটিং নম্বর',
  recorded: 'আপনি নম্বরটি দেখেছেন, তা লিখে রাখা হলো।',
}
