// English messages of the home page. Loaded with the page.
import { createNamespace } from '#web/i18n/namespace.ts'

const noDescriptions: Record<string, string> = {}

const en = {
  title: 'Used motorbikes',
  description: 'Buy and sell used motorbikes in Bangladesh: honest prices, verified sellers, payment by card.',
  carousel: {
    label: 'Motohaat in seven pictures',
    // Role descriptions for screen readers.
    kind: 'carousel',
    slideKind: 'slide',
    previous: 'Previous slide',
    next: 'Next slide',
    pause: 'Pause the slides',
    play: 'Play the slides',
    slide: (number: number) => `Slide ${number}`,
    position: (number: number, of: number) => `${number} / ${of}`,
  },
  slides: {
    prices: {
      title: 'New price, today’s price.',
      text: 'Each bike’s page shows the price new and the price now.',
      action: 'See the bikes',
    },
    sell: {
      title: 'Your old bike is someone’s first.',
      text: 'One photo and a few answers are enough to list it.',
      action: 'Sell your bike',
    },
    verified: {
      title: 'A tick that means something.',
      text: 'Sellers get it only after an admin has verified them.',
      action: 'How we keep it fair',
    },
    meet: {
      title: 'See it. Sit on it. Then pay.',
      text: 'Book with your number and a meeting place. Pay when you are sure.',
      action: 'How it works',
    },
    commuters: {
      title: 'Honest commuters, cheap to run.',
      text: 'Metro, Radeon and Apache: parts in every bazaar, easy to fix.',
      action: 'Browse TVS',
    },
    scooters: {
      title: 'Scooters for narrow lanes.',
      text: 'Light, automatic and easy to park. Look for the RayZR.',
      action: 'See the scooters',
    },
    haat: {
      title: 'A haat is where you meet.',
      text: 'Mirpur to Mymensingh: every bike says where it is. See it today.',
      action: 'Browse Suzuki',
    },
  },
  categories: {
    heading: 'Our Products',
    lead: 'Pick a brand.',
    otherBrands: 'Other brands',
    viewAll: 'View All Products',
    viewAllLabel: (name: string) => `View All Products of ${name}`,
    // The database has English descriptions; other languages override them here.
    descriptions: noDescriptions,
    failed: 'The brands did not load.',
    empty: 'No brands are listed yet.',
  },
  advertised: {
    heading: 'Product Advertisement',
    lead: 'Promoted by their sellers.',
    failed: 'The advertised bikes did not load.',
    emptyHeading: 'No bikes are advertised right now',
    emptyText: 'Bikes that sellers promote appear here. Until then, pick a brand.',
    emptyAction: 'Our Products',
  },
}

export const homeMessages = createNamespace('home', en)
