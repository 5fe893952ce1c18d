// Pure. All e-mails in Bangla.
import { banglaCaseAdvice } from '#market/mail/bangla-case-advice.ts'
import { noticeAdvice, toNoticeButton } from '#market/mail/bangla-notice-advice.ts'
import { maxProofLinks, maxUnprovenNotices, maxUnprovenNoticesPerDay } from '#contract/limits.ts'
import { proofLinkHours } from '#contract/time/lifetimes.ts'
import { toBanglaDigits } from '#contract/language.ts'
import { afterDay, formatBanglaClock, getEveBefore } from '#contract/time/bangla-clock.ts'
import { toDhakaTime } from '#contract/time/dhaka.ts'
import { destinationWaitHours } from '#contract/deals/deadlines.ts'
import { getCaseNoticePath } from '#contract/notices/english.ts'
import { otherCategory } from '#contract/bikes.ts'
import { banglaCaseNotices, banglaNotices, banglaSuspendedUntil } from '#contract/notices/bangla.ts'
import type { EmailItem, EmailParagraph } from '#market/mail/layout.ts'
import type { EmailTemplates } from './english.ts'
import { noticeWords } from '#market/mail/bangla-notice-words.ts'
import { hasContactDetails, replaceContactDetails } from '#platform/contact-details/replacing.ts'
import { toRemovalTemplate } from './account-removed.ts'
import { createMoneySentence, listNoticeRows, listNoticeTasks } from './notice-facts.ts'
import { toReadingReportTemplate } from './reading-report.ts'
import {
  createEmail,
  type DealNotice,
  type Email,
  type EmailBike,
  type EmailTemplate,
  endSentence,
  proofLinkLifetimeMs,
  resetLinkLifetimeMs,
  toNoticePath,
  toNoticeSentence,
  toSharedPicture,
  weekMs,
} from './template.ts'

const create = (template: EmailTemplate): Email => createEmail(template, 'bn')

const formatGreeting = (name: string | null): string =>
  name === null || hasContactDetails(name) ? 'প্রিয় সদস্য,' : `প্রিয় ${name},`

const createNotYou = (publicUrl: string): EmailParagraph => ({
  text: 'আপনি না করে থাকলে',
  link: { label: 'এখনই নতুন পাসওয়ার্ড দিন', url: `${publicUrl}/bn/forgot-password` },
})

/** The small print to an address that nobody has proven; nothing to others. */
const createUnprovenFooter = (name: string | null, publicUrl: string): EmailParagraph[] =>
  name === null
    ? [
        {
          text: `এই ঠিকানা দিয়ে কেউ মোটোহাটে অ্যাকাউন্ট খুলেছেন, কিন্তু ঠিকানাটি এখনো নিশ্চিত হয়নি। আপনি না করে থাকলে কিছু করতে হবে না: এমন ই-মেইল দিনে বড়জোর ${toBanglaDigits(maxUnprovenNoticesPerDay)}টি আর সব মিলিয়ে ${toBanglaDigits(maxUnprovenNotices)}টি আসবে।`,
          link: { label: 'আমিই করেছি', url: `${publicUrl}/bn/dashboard/account` },
        },
      ]
    : []

const numberFormat = new Intl.NumberFormat('bn-BD')
const formatTaka = (price: number): string => `৳${numberFormat.format(price)}`
const yearFormat = new Intl.NumberFormat('bn-BD', { useGrouping: false })

const formatBikeName = ({ name, category }: Pick<EmailBike, 'name' | 'category'>): string =>
  replaceContactDetails(name, category === otherCategory ? 'একটি বাইক' : `একটি ${category} বাইক`)

const toItem = (bike: EmailBike, publicUrl: string): EmailItem => {
  const location = replaceContactDetails(bike.location, '')
  const year = yearFormat.format(bike.year)
  const facts = [formatTaka(bike.salePriceTaka), year, ...(location === '' ? [] : [location])]
  const title = formatBikeName(bike)
  const picture = toSharedPicture({ publicUrl, slug: bike.slug, alt: title })
  return { title, facts: facts.join(', '), url: `${publicUrl}/bn/bikes/${bike.slug}`, picture }
}

const meetingDay = new Intl.DateTimeFormat('bn-BD', {
  timeZone: 'Asia/Dhaka',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const formatMeetingTime = (at: Date): string => {
  const inDhaka = toDhakaTime(at)
  return formatBanglaClock(inDhaka.getUTCHours(), String(inDhaka.getUTCMinutes()).padStart(2, '0'))
}

const formatMoment = (at: Date): string => {
  const eve = getEveBefore(at, toDhakaTime(at).getUTCHours())
  const day = eve === null ? meetingDay.format(at) : `${meetingDay.format(eve)} ${afterDay}`
  return `${day} ${formatMeetingTime(at)}`
}

const toDealItem = ({ bike, priceTaka }: DealNotice, publicUrl: string): EmailItem => {
  const title = formatBikeName(bike)
  const facts = formatTaka(priceTaka)
  return bike.name === ''
    ? { title, facts }
    : { title, facts, picture: toSharedPicture({ publicUrl, slug: bike.slug, alt: title }) }
}

const toBikesLike = ({ bike, priceTaka, bikesLike }: DealNotice, publicUrl: string) => ({
  lead: `আপনার বুকিং ছিল ${formatBikeName(bike)}, দাম ${formatTaka(priceTaka)}। একই রকম কয়েকটি বাইক:`,
  items: bikesLike.map((other) => toItem(other, publicUrl)),
})

export const bangla: EmailTemplates = {
  passwordReset: ({ name, publicUrl, token }) =>
    create({
      publicUrl,
      lifetimeMs: resetLinkLifetimeMs,
      priority: 'urgent',
      toUnproven: true,
      subject: 'নতুন পাসওয়ার্ড দিন',
      paragraphs: [formatGreeting(name), 'আপনার অ্যাকাউন্টের জন্য কেউ নতুন পাসওয়ার্ড চেয়েছেন। এক ঘণ্টার মধ্যে এখানে দিন।'],
      button: { label: 'নতুন পাসওয়ার্ড দিন', url: `${publicUrl}/bn/reset-password#${token}` },
      notes: ['আপনি না চেয়ে থাকলে কিছু করতে হবে না: পাসওয়ার্ড আগের মতোই থাকবে।'],
    }),

  addressProof: ({ publicUrl, token }) =>
    create({
      publicUrl,
      lifetimeMs: proofLinkLifetimeMs,
      priority: 'urgent',
      toUnproven: true,
      subject: 'আপনার ই-মেইল ঠিকানা নিশ্চিত করুন',
      paragraphs: [
        formatGreeting(null),
        `এই ই-মেইল ঠিকানা দিয়ে কেউ মোটোহাটে অ্যাকাউন্ট খুলেছেন। আপনি খুলে থাকলে ${toBanglaDigits(proofLinkHours)} ঘণ্টার মধ্যে নিশ্চিত করুন। তাহলে আপনার বাইক, টাকা আর সার্চের সব ই-মেইল পাবেন।`,
      ],
      button: { label: 'ই-মেইল নিশ্চিত করুন', url: `${publicUrl}/bn/confirm-email#${token}` },
      notes: [
        `আপনি না করে থাকলে কিছু করতে হবে না। কেউ নিশ্চিত না করা পর্যন্ত এই ঠিকানায় বড়জোর ${toBanglaDigits(maxProofLinks)}টি লিংক আর ${toBanglaDigits(maxUnprovenNotices)}টি অন্য ই-মেইল আসবে।`,
      ],
    }),

  loginsEnded: ({ publicUrl }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: 'আপনার ই-মেইল ঠিকানা নিশ্চিত হয়েছে',
      paragraphs: [
        formatGreeting(null),
        'আপনার ই-মেইল ঠিকানা দিয়ে মোটোহাটে একটি অ্যাকাউন্ট ছিল, যা কেউ নিশ্চিত করেননি। Google দিয়ে লগইন করে আপনি এখন সেটি নিশ্চিত করেছেন। আগে দেওয়া পাসওয়ার্ড আর দুই ধাপের লগইন আর চলবে না, কারণ সেগুলো অন্য কারও হতে পারে।',
      ],
      button: { label: 'আমার অ্যাকাউন্ট দেখুন', url: `${publicUrl}/bn/dashboard/account` },
      notes: ['সেখানে পাসওয়ার্ড দিতে আর দুই ধাপের লগইন চালু করতে পারবেন।'],
    }),

  passwordChanged: ({ name, publicUrl }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: 'আপনার পাসওয়ার্ড বদলানো হয়েছে',
      paragraphs: [
        formatGreeting(name),
        'এইমাত্র আপনার অ্যাকাউন্টের পাসওয়ার্ড বদলানো হয়েছে, আর অন্য সব ডিভাইস থেকে লগ আউট করা হয়েছে।',
        createNotYou(publicUrl),
      ],
    }),

  secondFactorChanged: ({ name, publicUrl, isOn }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: isOn ? 'দুই ধাপের লগইন চালু হয়েছে' : 'দুই ধাপের লগইন বন্ধ হয়েছে',
      paragraphs: [
        formatGreeting(name),
        isOn
          ? 'এখন থেকে লগইনে পাসওয়ার্ডের সঙ্গে ফোনের একটি কোডও লাগবে। ব্যাকআপ কোডগুলো নিরাপদ জায়গায় রাখুন।'
          : 'এখন থেকে লগইনে ফোনের কোড আর লাগবে না।',
        createNotYou(publicUrl),
      ],
    }),

  payoutDestinationChanged: ({ name, publicUrl, last4, isFirst }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: isFirst ? 'আপনার টাকা কোথায় পাঠানো হবে' : 'টাকা নেওয়ার অ্যাকাউন্ট বদলানো হয়েছে',
      paragraphs: [
        formatGreeting(name),
        isFirst
          ? `আপনার বিক্রির টাকা ${last4} দিয়ে শেষ হওয়া অ্যাকাউন্টে পাঠানো হবে।`
          : `এখন থেকে আপনার বিক্রির টাকা ${last4} দিয়ে শেষ হওয়া অ্যাকাউন্টে পাঠানো হবে। ${toBanglaDigits(destinationWaitHours)} ঘণ্টা পর থেকে এটি ব্যবহার হবে।`,
        createNotYou(publicUrl),
      ],
      footer: createUnprovenFooter(name, publicUrl),
    }),

  dealNotice: ({ name, publicUrl, notice }) => {
    const fallbackName = notice.side === 'buyer' ? 'বিক্রেতা' : 'ক্রেতা'
    const sentence = toNoticeSentence(banglaNotices, notice, { formatTaka, numberFormat, fallbackName })
    if (sentence === null) return null
    const hasBikesLike = notice.bikesLike.length > 0
    const { lead, items } = toBikesLike(notice, publicUrl)
    const money = createMoneySentence(notice, noticeWords, { formatTaka })
    const advice = noticeAdvice[notice.kind]?.[notice.side] ?? (money === null ? endSentence(sentence, '।') : null)
    const said = [money, hasBikesLike ? lead : advice].filter((one) => one !== null)
    return create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: `${sentence} · ${formatBikeName(notice.bike)}`,
      heading: sentence,
      paragraphs: [formatGreeting(name), ...said],
      items: hasBikesLike ? items : [toDealItem(notice, publicUrl)],
      rows: hasBikesLike ? [] : listNoticeRows(notice, noticeWords, { formatTaka, formatMoment }),
      button: { label: toNoticeButton(notice), url: `${publicUrl}/bn${toNoticePath(notice)}` },
      notes: listNoticeTasks(notice, noticeWords, `${publicUrl}/bn`),
      footer: [
        ...createUnprovenFooter(name, publicUrl),
        {
          text:
            notice.chatId === null
              ? 'মোটোহাটে কেনাবেচা করছেন বলে ই-মেইলটি পেলেন।'
              : 'মোটোহাটে কেউ আপনাকে লিখেছেন বলে ই-মেইলটি পেলেন।',
          link: { label: 'ই-মেইলের সেটিংস', url: `${publicUrl}/bn/dashboard/account#emails` },
        },
      ],
    })
  },

  caseNotice: ({ name, publicUrl, kind, bikeId, bikeName, suspendedUntil }) => {
    const isSuspended = kind === 'case_suspended' && suspendedUntil !== null
    const sentence = isSuspended ? banglaSuspendedUntil(formatMoment(suspendedUntil)) : banglaCaseNotices[kind]
    return create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: bikeName === null || hasContactDetails(bikeName) ? sentence : `${sentence} · ${bikeName}`,
      heading: sentence,
      paragraphs: [formatGreeting(name), banglaCaseAdvice[kind] ?? 'কেন, আর এখন কী করতে পারেন, তা পড়ুন।'],
      button: { label: 'পড়ুন', url: `${publicUrl}/bn${getCaseNoticePath(kind, bikeId)}` },
      footer: createUnprovenFooter(name, publicUrl),
    })
  },

  accountDeleted: ({ name, publicUrl }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: 'আপনার অ্যাকাউন্ট মোছা হয়েছে',
      paragraphs: [
        formatGreeting(name),
        'আপনি যেমন চেয়েছেন, আপনার অ্যাকাউন্ট মোছা হয়েছে। বিক্রি আর পেমেন্টের হিসাব আমাদের কাছে থাকে, কাউকে দেখানো হয় না।',
        'হাটে আসার জন্য ধন্যবাদ।',
      ],
    }),

  accountRemoved: (input) => create(toRemovalTemplate(input, { greeting: formatGreeting(input.name), language: 'bn' })),

  readingReport: (report) => create(toReadingReportTemplate(report, 'bn')),

  contactMessage: ({ publicUrl, written }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: `মোটোহাটের কাছে বার্তা: ${written.subject ?? 'বিষয় লেখা নেই'}`,
      replyTo: written.email,
      paragraphs: [
        `${written.name ?? 'একজন'} (${written.email}) যোগাযোগ ফর্মে লিখেছেন:`,
        written.message ?? 'কোনো বার্তা লেখেননি।',
      ],
      button: { label: 'সব বার্তা দেখুন', url: `${publicUrl}/bn/dashboard/messages` },
      notes: ['পনেরো মিনিটে বড়জোর একটি ই-মেইল পাবেন।'],
    }),

  newBikes: ({ name, publicUrl, search, bikes, moreCount, unsubscribeUrl }) => {
    const count = bikes.length + moreCount
    const searchName = replaceContactDetails(search.name, 'আপনার সেভ করা সার্চ')
    return create({
      publicUrl,
      lifetimeMs: weekMs,
      priority: 'bulk',
      unsubscribeUrl,
      subject:
        count === 1 ? `নতুন বাইক এসেছে: ${searchName}` : `${numberFormat.format(count)}টি নতুন বাইক এসেছে: ${searchName}`,
      paragraphs: [formatGreeting(name), `আপনার সেভ করা সার্চের (${searchName}) সঙ্গে মেলে এমন নতুন বাইক এসেছে:`],
      items: bikes.map((bike) => toItem(bike, publicUrl)),
      button: { label: 'সব দেখুন', url: `${publicUrl}/bn/bikes?${search.query}` },
      ...(moreCount > 0 && { notes: [`আরও ${numberFormat.format(moreCount)}টি আছে।`] }),
      footer: [
        {
          text: 'এই সার্চ সেভ করেছেন বলে ই-মেইলটি পেলেন।',
          link: { label: 'এই সার্চের ই-মেইল বন্ধ করুন', url: unsubscribeUrl },
        },
      ],
    })
  },

  priceDrop: ({ name, publicUrl, bike, previousTaka, unsubscribeUrl }) =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      priority: 'bulk',
      unsubscribeUrl,
      subject: `${formatTaka(previousTaka - bike.salePriceTaka)} কমেছে: ${formatBikeName(bike)}`,
      paragraphs: [
        formatGreeting(name),
        `আপনার পছন্দের একটি বাইকের দাম এখন ${formatTaka(bike.salePriceTaka)}; আগে ছিল ${formatTaka(previousTaka)}:`,
      ],
      items: [toItem(bike, publicUrl)],
      button: { label: 'বাইকটি দেখুন', url: `${publicUrl}/bn/bikes/${bike.slug}` },
      footer: [
        {
          text: 'বাইকটি আপনার পছন্দের তালিকায় আছে বলে ই-মেইলটি পেলেন।',
          link: { label: 'দাম কমার ই-মেইল বন্ধ করুন', url: unsubscribeUrl },
        },
      ],
    }),
}
