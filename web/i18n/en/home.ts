// The sentences of the home page in English.

const none: Record<string, string> = {}

export const home = {
  title: 'Used motorbikes',
  description:
    'Buy and sell used motorbikes in Bangladesh: both prices in the open, verified sellers, payment by card.',
  heading: 'Motohaat, the market for used motorbikes',
  carousel: {
    label: 'Motohaat in seven pictures',
    // What screen readers call the whole and its parts.
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
      title: 'The price new. The price now.',
      text: 'Every bike shows both, side by side, so you see what the years have taken off.',
      go: 'See the bikes',
    },
    sell: {
      title: 'Your old bike is someone’s first.',
      text: 'Register as a Seller. One photo and a few answers are enough to list it.',
      go: 'Register as a Seller',
    },
    seal: {
      title: 'A tick that means something.',
      text: 'Sellers carry the seal only after an admin has verified them.',
      go: 'How we keep it fair',
    },
    meet: {
      title: 'See it. Sit on it. Then pay.',
      text: 'Book with your number and a meeting place. Pay when you are sure.',
      go: 'How it works',
    },
    commuters: {
      title: 'Honest commuters, cheap to run.',
      text: 'Metro, Radeon and Apache: parts in every bazaar, easy to mend.',
      go: 'Browse TVS',
    },
    scooters: {
      title: 'Scooters for narrow lanes.',
      text: 'Light, automatic and easy to park. Look for the RayZR and its neighbours.',
      go: 'Browse Yamaha',
    },
    haat: {
      title: 'A haat is where you meet.',
      text: 'Mirpur to Mymensingh: every bike says where it stands, so you can see it today.',
      go: 'Browse Suzuki',
    },
  },
  categories: {
    heading: 'Our Products',
    lead: 'Choose a maker. Log in to see every bike and its owner’s number.',
    viewAll: 'View All Products',
    viewAllOf: (name: string) => `View All Products of ${name}`,
    // What the shop says of a maker in its own records is English; another language has its own.
    descriptions: none,
    failed: 'The makers did not load.',
    empty: 'No makers are listed yet.',
  },
  advertised: {
    heading: 'Product Advertisement',
    lead: 'Sellers have put these forward.',
    failed: 'The advertised bikes did not load.',
    emptyHeading: 'No bikes are advertised right now',
    emptyText: 'Sellers put bikes forward here. Until then, every maker’s shelf is open.',
    emptyGo: 'Our Products',
  },
}
