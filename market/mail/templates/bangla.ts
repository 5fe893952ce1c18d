// What the shop's letters say in Bangla.
import type { Letters } from '#market/mail/rules.ts'
import { type BikeInLetter, type Letter, letter, looksLikeLink, resetMs, weekMs, wordsOr } from './rules.ts'

const signed = (usefulMs: number, subject: string, ...paragraphs: string[]): Letter =>
  letter({ usefulMs, subject, paragraphs, signature: 'মোটোহাট, পুরোনো মোটরসাইকেলের হাট' })

const greeting = (name: string): string => (looksLikeLink(name) ? 'প্রিয় সদস্য,' : `প্রিয় ${name},`)

const notYou = (publicUrl: string): string => `আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন: ${publicUrl}/bn/forgot-password`

const lakh = new Intl.NumberFormat('bn-BD')
const taka = (price: number): string => `৳${lakh.format(price)}`
const year = new Intl.NumberFormat('bn-BD', { useGrouping: false })

const bikeNamed = ({ name, category }: BikeInLetter): string => wordsOr(name, `একটি ${category} বাইক`)

const aboutBike = (bike: BikeInLetter, publicUrl: string): string => {
  const place = wordsOr(bike.location, '')
  const made = year.format(bike.boughtInYear)
  const facts = [bikeNamed(bike), taka(bike.salePriceTaka), made, ...(place === '' ? [] : [place])]
  return `${facts.join(', ')}\n${publicUrl}/bn/bikes/${bike.slug}`
}

export const bangla: Letters = {
  reset: ({ name, publicUrl, token }) =>
    signed(
      resetMs,
      'নতুন পাসওয়ার্ড দিন',
      greeting(name),
      'আপনার অ্যাকাউন্টের জন্য কেউ নতুন পাসওয়ার্ড চেয়েছেন। এক ঘণ্টার মধ্যে এখানে দিন:',
      `${publicUrl}/bn/reset-password#${token}`,
      'আপনি না চেয়ে থাকলে কিছু করতে হবে না: পাসওয়ার্ড আগের মতোই থাকবে।',
    ),

  passwordChanged: ({ name, publicUrl }) =>
    signed(
      weekMs,
      'আপনার পাসওয়ার্ড বদলানো হয়েছে',
      greeting(name),
      'এইমাত্র আপনার অ্যাকাউন্টের পাসওয়ার্ড বদলানো হয়েছে, আর অন্য সব ডিভাইস থেকে লগ আউট করা হয়েছে।',
      notYou(publicUrl),
    ),

  secondFactor: ({ name, publicUrl, isOn }) =>
    signed(
      weekMs,
      isOn ? 'দুই ধাপের লগইন চালু হয়েছে' : 'দুই ধাপের লগইন বন্ধ হয়েছে',
      greeting(name),
      isOn
        ? 'এখন থেকে লগইনে পাসওয়ার্ডের সঙ্গে ফোনের একটি কোডও লাগবে। ব্যাকআপ কোডগুলো নিরাপদ জায়গায় রাখুন।'
        : 'এখন থেকে লগইনে ফোনের কোড আর লাগবে না।',
      notYou(publicUrl),
    ),

  farewell: ({ name }) =>
    signed(
      weekMs,
      'আপনার অ্যাকাউন্ট মোছা হয়েছে',
      greeting(name),
      'আপনি যেমন চেয়েছেন, আপনার অ্যাকাউন্ট মোছা হয়েছে। বিক্রি আর পেমেন্টের হিসাব আমাদের কাছে থাকে, কাউকে দেখানো হয় না।',
      'হাটে আসার জন্য ধন্যবাদ।',
    ),

  contact: ({ publicUrl, written }) =>
    signed(
      weekMs,
      `মোটোহাটের কাছে বার্তা: ${written.subject ?? 'বিষয় লেখা নেই'}`,
      `${written.name ?? 'একজন'} (${written.email}) যোগাযোগ ফর্মে লিখেছেন:`,
      written.message ?? 'কোনো বার্তা লেখেননি।',
      `পনেরো মিনিটে বড়জোর একটি ই-মেইল পাবেন। সব বার্তা এখানে: ${publicUrl}/bn/dashboard/messages`,
    ),

  newBikes: ({ name, publicUrl, search, bikes, more, stopUrl }) => {
    const [count, called] = [bikes.length + more, wordsOr(search.name, 'আপনার সেভ করা সার্চ')]
    const letter = signed(
      weekMs,
      count === 1 ? `নতুন বাইক এসেছে: ${called}` : `${lakh.format(count)}টি নতুন বাইক এসেছে: ${called}`,
      greeting(name),
      `আপনার সেভ করা সার্চের (${called}) সঙ্গে মেলে এমন নতুন বাইক এসেছে:`,
      ...bikes.map((bike) => aboutBike(bike, publicUrl)),
      ...(more > 0 ? [`আরও ${lakh.format(more)}টি আছে।`] : []),
      `সব দেখুন: ${publicUrl}/bn/bikes?${search.query}`,
      `এই সার্চের ই-মেইল বন্ধ করুন: ${stopUrl}`,
    )
    return { ...letter, stopUrl }
  },

  cheaper: ({ name, publicUrl, bike, wasTaka, stopUrl }) => {
    const letter = signed(
      weekMs,
      `${taka(wasTaka - bike.salePriceTaka)} কমেছে: ${bikeNamed(bike)}`,
      greeting(name),
      `আপনার পছন্দের একটি বাইকের দাম এখন ${taka(bike.salePriceTaka)}; আগে ছিল ${taka(wasTaka)}:`,
      aboutBike(bike, publicUrl),
      `দাম কমার ই-মেইল বন্ধ করুন: ${stopUrl}`,
    )
    return { ...letter, stopUrl }
  },
}
