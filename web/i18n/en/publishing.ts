// English messages of the rules of publishing: for the seller whose advertisement waits, and for moderators.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  waits: {
    title: 'Your advertisement waits',
    intro: (time: string) =>
      `Nobody sees it yet. Change what is below and it goes online at once, or wait: we look at it by ${time}.`,
    introOther: (time: string) => `Nobody sees it yet. We look at it by ${time}.`,
    introReported: (time: string) => `Nobody sees it for now. We look at it by ${time}.`,
    because: 'It waits because',
    reported: 'Several people have reported it. They may be wrong, so one of us looks before anything is decided.',
    afterReports: 'If it is in order, buyers see it again. If not, you read why, and may ask for a second look.',
    changeReported: 'Is something in it not right? Change it now. Buyers see it when we have looked.',
    other: 'We look at some advertisements before buyers see them. You do not have to do anything.',
    quoted: (words: string) => `You wrote: “${words}”.`,
    asked: (taka: string) => `You ask ${taka}.`,
    edit: 'Change the advertisement',
    tell: 'We tell you when it is online, or why it is not.',
    wrong: 'Is something wrong here? Write to us. A person reads it.',
    write: 'Write to us',
    back: 'My Products',
  },
  told: {
    price_far_below: {
      heading: 'The price is far below similar bikes',
      text: 'Is a digit missing? If something is broken, say so in the description.',
    },
    border_words: {
      heading: 'It speaks of a bike from over the border',
      text: 'A bike without customs papers cannot be sold on Motohaat. If it is none, take these words out.',
    },
    auction_words: {
      heading: 'It speaks of an auction',
      text: 'If it was bought at an auction of customs, write which papers there are. If not, take the word out.',
    },
    no_papers_words: {
      heading: 'It speaks of missing papers',
      text: 'Write which papers there are, and what is missing.',
    },
    advance_words: {
      heading: 'It asks for money in advance',
      text: 'Buyers pay on Motohaat, or when they have seen the bike. Take this out.',
    },
    contact_in_text: {
      heading: 'A number or an address is in the text',
      text: 'Buyers see your number by the button for it. Take it out of the text.',
    },
    low_kilometres: {
      heading: 'Very few kilometres for its age',
      text: 'Enter what the bike has run. If the meter was changed, say so in the description.',
    },
    same_text: {
      heading: 'The description stands in another advertisement',
      text: 'Describe your bike in your own words.',
    },
    same_picture: {
      heading: 'A photo also stands in another advertisement',
      text: 'Use photos of your own bike. If you took it, there is nothing to do.',
    },
    papers_check: {
      heading: 'We must check the papers of this bike',
      text: 'You do not have to do anything. Have the registration papers at hand in case we ask.',
    },
  },
  rules: {
    price_far_below: 'Price far below similar bikes',
    border_words: 'Words of smuggling',
    auction_words: 'Words of an auction',
    no_papers_words: 'Words of missing papers',
    advance_words: 'Money in advance',
    contact_in_text: 'Contact in the text',
    low_kilometres: 'Few kilometres for its age',
    same_text: 'Text of another seller',
    same_picture: 'Photo of another seller',
    first_of_new_account: 'First advertisement of a new account',
    removed_number: 'Number of a removed member',
    far_district: 'Registered far away',
    number_of_another: 'Another seller advertises the same number',
    reported_stolen: 'Reported as stolen',
    mechanic_is_seller: 'A mechanic signed with the seller’s number or phone',
    paper_of_another: 'Another seller shows the same photo of a paper',
  },
  /** What a rule found, where that is one of a few cases. */
  quotes: {
    number_of_another: { 'on sale': 'The other one is online', waits: 'The other one waits too' },
    reported_stolen: {
      register: 'It is in the register of stolen bikes',
      advertisement: 'Another advertisement with its number was one of a stolen bike',
      waits: 'Nobody has decided about the report yet',
    },
  },
  found: 'What the rules found',
  points: (count: string) => `${count} points`,
  cleared: 'looked at before',
}

export const publishingMessages = createNamespace('publishing', en)
