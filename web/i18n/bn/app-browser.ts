// Bangla messages of pages that an app shows in a browser of its own.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export const appBrowserMessages: Namespaces['appBrowser'] = {
  thisApp: 'এই অ্যাপ',
  open: 'আপনার ব্রাউজারে খুলুন',
  iosSteps:
    'স্ক্রিনের কোণে ⋯ বা শেয়ারের চিহ্নে চাপুন, তারপর “Open in Safari” বা “Open in browser” বাছুন। অথবা লিংক কপি করে ব্রাউজারে পেস্ট করুন।',
  copyLink: 'লিংক কপি করুন',
  copied: 'কপি হয়েছে। এবার আপনার ব্রাউজারে পেস্ট করুন।',
  whyGoogle: (app) =>
    `${app}-এর ভেতরে গুগল দিয়ে লগইন করা যায় না। গুগল দিয়ে ঢুকতে চাইলে পেজটা আপনার ব্রাউজারে খুলুন, নয়তো এখানেই ই-মেইল দিয়ে ঢুকুন।`,
  whyPrint: (app) => `${app} থেকে প্রিন্ট করা যায় না। প্রিন্ট বা সেভ করতে পেজটা আপনার ব্রাউজারে খুলুন।`,
  whyCalendar: (app) => `${app} থেকে ক্যালেন্ডারে যোগ করা যায় না। দেখা করার ই-মেইলের সঙ্গে ফাইলটা আছে; অথবা পেজটা আপনার ব্রাউজারে খুলুন।`,
}
