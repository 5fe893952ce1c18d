// The terms of use and the privacy page. Only that page loads them. Each sentence says what the code does.
import { minSellersOfRepeatedText } from '#contract/limits.ts'
import { appealDays, earlierAdvertisementDays, notificationDays } from '#contract/time/lifetimes.ts'
import { answerHours, lateCancellationHours, payoutDays, windowHours } from '#contract/deals/deadlines.ts'
export type LegalText = {
  title: string
  lead: string
  sections: { heading: string; lines: string[] }[]
  other: string
}

export const legal: Record<'terms' | 'privacy', LegalText> = {
  terms: {
    title: 'Terms',
    lead: 'What you can expect from Motohaat, and what we expect from you.',
    sections: [
      {
        heading: 'What Motohaat is',
        lines: [
          'Motohaat is a market. The bike is sold by the seller named on its page, not by us.',
          'An account, a booking and an advertisement cost nothing. You need an account to book, to ask for numbers and to sell.',
          'A seller says what is true: the right bike, its own photos, the real kilometres, a price that is meant.',
          'An advertisement that looks wrong waits until one of us has seen it. Its seller reads the reason.',
        ],
      },
      {
        heading: 'From booking to bike',
        lines: [
          `A booking is a wish to see the bike. It costs nothing and can be cancelled. Without an answer it ends after ${answerHours} hours.`,
          'You pay the price that stood there when you booked, or the one you both agreed on later.',
          'Look at the bike and its papers first, together with the seller. Then read your 6-digit code aloud. The seller gives you keys and papers when the code is right.',
        ],
      },
      {
        heading: 'Money',
        lines: [
          `What you pay online stays with our payment partner until you have the bike. It is the seller’s ${windowHours} hours after the handover, unless you report a problem before; we send it within ${payoutDays} days then.`,
          'If the seller cancels or does not come, you get everything back.',
          `If you cancel after a deposit, you get it back until ${lateCancellationHours} hours before the meeting. Later the seller keeps it; the first time in a year only half of it. The amount is on the screen before you cancel.`,
          'Cash that you hand over yourself is not protected by us. Both of you confirm it on the page of the deal.',
          `If something is wrong, say so with photos and words within ${windowHours} hours. Somebody of Motohaat decides, and both read why.`,
        ],
      },
      {
        heading: 'What is not allowed',
        lines: [
          'Stolen bikes, bikes of others, copied photos, the same bike twice, money in advance outside of Motohaat, threats and insults.',
          `Who does it is warned, suspended or removed, and reads the reason. Within ${appealDays} days you can say once why that is wrong. Somebody else of us answers.`,
        ],
      },
      {
        heading: 'What we do not promise',
        lines: [
          '“Verified” says what we checked and when. It is no guarantee for the bike. See the bike before you pay.',
          'Whether a price is fair is computed from other advertisements. It is no appraisal.',
        ],
      },
    ],
    other: 'What we do with your data',
  },
  privacy: {
    title: 'Privacy',
    lead: 'What we know about you, who sees it, and for how long.',
    sections: [
      {
        heading: 'What we save',
        lines: [
          'Your name, e-mail address, photo and, once you give it, your mobile number.',
          'Your advertisements, bookings, wishes, messages, offers, ratings, saved searches and payments.',
          'Your logins, with time, device and internet address. Under My Account you see them and end them.',
          'Your card number goes straight to the payment provider. We never have it. The place and other details inside a photo are removed when you upload it.',
        ],
      },
      {
        heading: 'Who sees it',
        lines: [
          'Everybody: your advertisements, your name as a seller, your badges and ratings.',
          'The number of an advertised bike is shown to everybody. Other numbers are hidden until a member asks for them; who asks is counted.',
          'The other side of a deal: your name, and your number once both have said yes.',
          `People of Motohaat who need it: for payments, reports and disputes. They read a conversation only when one of the two reports it, or when somebody sends the same text to ${minSellersOfRepeatedText} sellers on the same day.`,
          'Who takes your money: the amount. SSLCommerz also gets the mobile number that you gave when you booked. If bKash pays you, it gets your bKash number.',
          'Nobody else. There is no tracking, no advertising network, and no script of others, except that of the card provider where you pay.',
        ],
      },
      {
        heading: 'How long',
        lines: [
          'As long as you have an account. Delete it under My Account, and your name, e-mail address, photo, number, saved searches and the text of your messages are erased at once. While we hold money of yours, a deal must end first.',
          'Payments and the books stay, without your name. The page of a bike that you sold stays as it was. So does the yes and no of ratings.',
          `Notifications: ${notificationDays} days. Photos that no bike uses: one day. What an advertisement said before you changed it: ${earlierAdvertisementDays} days, for people of Motohaat who look into a report.`,
          'Longer messages to sellers: a fingerprint until the day is over, so that we notice the same text to many of them.',
          'Messages from the contact form: until we delete them.',
          'If we removed a member: a fingerprint of the number, two years, so that the same person cannot simply start again.',
          'Reports stay without their words, and so does the record of changes in accounts and payments, so that nobody can hide one.',
          'The account number where we pay you: locked with a key, until you change it. Screens show four digits.',
        ],
      },
      {
        heading: 'On your phone',
        lines: [
          'Your browser keeps your login, theme, language, the bikes you looked at and an unfinished advertisement. Logging out removes the login and the advertisement.',
        ],
      },
      {
        heading: 'Your rights',
        lines: [
          'Download everything we have about you, correct it, or delete your account: all under My Account.',
          'E-mails about saved searches have a link that stops them. Something unclear? Write to us with the contact form.',
        ],
      },
    ],
    other: 'Terms of Motohaat',
  },
}
