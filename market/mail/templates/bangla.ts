// All e-mails in Bangla.
import type { EmailTemplates } from './english.ts'
import {
  type EmailBike,
  type Email,
  renderEmail,
  looksLikeLink,
  resetLinkLifetimeMs,
  weekMs,
  replaceIfLink,
} from './rules.ts'

const createEmail = (lifetimeMs: number, subject: string, ...paragraphs: string[]): Email =>
  renderEmail({ lifetimeMs, subject, paragraphs, signature: 'মোটোহাট, পুরোনো মোটরসাইকেলের হাট' })

const formatGreeting = (name: string): string => (looksLikeLink(name) ? 'প্রিয় সদস্য,' : `প্রিয় ${name},`)

const formatNotYou = (publicUrl: string): string =>
  `আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন: ${publicUrl}/bn/forgot-password`

const numberFormat = new Intl.NumberFormat('bn-BD')
const formatTaka = (price: number): string => `৳${numberFormat.format(price)}`
const yearFormat = new Intl.NumberFormat('bn-BD', { useGrouping: false })

const formatBikeName = ({ name, category }: EmailBike): string => replaceIfLink(name, `একটি ${category} বাইক`)

const formatBike = (bike: EmailBike, publicUrl: string): string => {
  const location = replaceIfLink(bike.location, '')
  const year = yearFormat.format(bike.boughtInYear)
  const facts = [formatBikeName(bike), formatTaka(bike.salePriceTaka), year, ...(location === '' ? [] : [location])]
  return `${facts.join(', ')}\n${publicUrl}/bn/bikes/${bike.slug}`
}

export const bangla: EmailTemplates = {
  passwordReset: ({ name, publicUrl, token }) =>
    createEmail(
      resetLinkLifetimeMs,
      'নতুন পাসওয়ার্ড দিন',
      formatGreeting(name),
      'আপনার অ্যাকাউন্টের জন্য কেউ নতুন পাসওয়ার্ড চেয়েছেন। এক ঘণ্টার মধ্যে এখানে দিন:',
      `${publicUrl}/bn/reset-password#${token}`,
      'আপনি না চেয়ে থাকলে কিছু করতে হবে না: পাসওয়ার্ড আগের মতোই থাকবে।',
    ),

  passwordChanged: ({ name, publicUrl }) =>
    createEmail(
      weekMs,
      'আপনার পাসওয়ার্ড বদলানো হয়েছে',
      formatGreeting(name),
      'এইমাত্র আপনার অ্যাকাউন্টের পাসওয়ার্ড বদলানো হয়েছে, আর অন্য সব ডিভাইস থেকে লগ আউট করা হয়েছে।',
      formatNotYou(publicUrl),
    ),

  secondFactorChanged: ({ name, publicUrl, isOn }) =>
    createEmail(
      weekMs,
      isOn ? 'দুই ধাপের লগইন চালু হয়েছে' : 'দুই ধাপের লগইন বন্ধ হয়েছে',
      formatGreeting(name),
      isOn
        ? 'এখন থেকে লগইনে পাসওয়ার্ডের সঙ্গে ফোনের একটি কোডও লাগবে। ব্যাকআপ কোডগুলো নিরাপদ জায়গায় রাখুন।'
        : 'এখন থেকে লগইনে ফোনের কোড আর লাগবে না।',
      formatNotYou(publicUrl),
    ),

  accountDeleted: ({ name }) =>
    createEmail(
      weekMs,
      'আপনার অ্যাকাউন্ট মোছা হয়েছে',
      formatGreeting(name),
      'আপনি যেমন চেয়েছেন, আপনার অ্যাকাউন্ট মোছা হয়েছে। বিক্রি আর পেমেন্টের হিসাব আমাদের কাছে থাকে, কাউকে দেখানো হয় না।',
      'হাটে আসার জন্য ধন্যবাদ।',
    ),

  contactMessage: ({ publicUrl, written }) =>
    createEmail(
      weekMs,
      `মোটোহাটের কাছে বার্তা: ${written.subject ?? 'বিষয় লেখা নেই'}`,
      `${written.name ?? 'একজন'} (${written.email}) যোগাযোগ ফর্মে লিখেছেন:`,
      written.message ?? 'কোনো বার্তা লেখেননি।',
      `পনেরো মিনিটে বড়জোর একটি ই-মেইল পাবেন। সব বার্তা এখানে: ${publicUrl}/bn/dashboard/messages`,
    ),

  newBikes: ({ name, publicUrl, search, bikes, moreCount, unsubscribeUrl }) => {
    const [count, searchName] = [bikes.length + moreCount, replaceIfLink(search.name, 'আপনার সেভ করা সার্চ')]
    const email = createEmail(
      weekMs,
      count === 1 ? `নতুন বাইক এসেছে: ${searchName}` : `${numberFormat.format(count)}টি নতুন বাইক এসেছে: ${searchName}`,
      formatGreeting(name),
      `আপনার সেভ করা সার্চের (${searchName}) সঙ্গে মেলে এমন নতুন বাইক এসেছে:`,
      ...bikes.map((bike) => formatBike(bike, publicUrl)),
      ...(moreCount > 0 ? [`আরও ${numberFormat.format(moreCount)}টি আছে।`] : []),
      `সব দেখুন: ${publicUrl}/bn/bikes?${search.query}`,
      `এই সার্চের ই-মেইল বন্ধ করুন: ${unsubscribeUrl}`,
    )
    return { ...email, unsubscribeUrl }
  },

  priceDrop: ({ name, publicUrl, bike, previousTaka, unsubscribeUrl }) => {
    const email = createEmail(
      weekMs,
      `${formatTaka(previousTaka - bike.salePriceTaka)} কমেছে: ${formatBikeName(bike)}`,
      formatGreeting(name),
      `আপনার পছন্দের একটি বাইকের দাম এখন ${formatTaka(bike.salePriceTaka)}; আগে ছিল ${formatTaka(previousTaka)}:`,
      formatBike(bike, publicUrl),
      `দাম কমার ই-মেইল বন্ধ করুন: ${unsubscribeUrl}`,
    )
    return { ...email, unsubscribeUrl }
  },
}
