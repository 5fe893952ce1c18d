// The sentences of the home page in English.

export const home = {
  title: 'Used motorbikes',
  description:
    'Buy and sell used motorbikes in Bangladesh: both prices in the open, verified sellers, payment by card.',
  heading: 'Motohaat, the market for used motorbikes',
  carousel: {
    label: 'Motohaat in seven pictures',
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
  why: {
    heading: 'Why Choose Our Services',
    lead: 'A haat works because you see the goods, hear the price and know the face. We kept that.',
    reasons: {
      checked: {
        title: 'Sellers are checked',
        text: 'An admin verifies a seller before the seal appears beside a name. Without it, the card says so.',
      },
      prices: {
        title: 'Both prices, always',
        text: 'Original Price and Resale Price stand together, so you see what the years have taken off.',
      },
      meeting: {
        title: 'Meet before you pay',
        text: 'Booking asks only for your number and a meeting place. Pay once you have seen the bike.',
      },
      receipt: {
        title: 'A receipt for every payment',
        text: 'Card payments end with a transaction id that you can keep, print and show.',
      },
    },
  },
  contact: {
    heading: 'Contact us',
    address: '12 Bangla Motor, Dhaka 1000',
    emails: ['hello@motohaat.example', 'sellers@motohaat.example'],
    hours: 'Opening hours',
    days: [
      { day: 'Sat–Sun', time: '8.00 pm–9.00 pm' },
      { day: 'Mon–Thu', time: '9:00 am–10:00 pm' },
    ],
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    subject: 'Subject',
    message: 'Message',
    submit: 'Send Message',
    submitting: 'Sending',
    success: 'Message sent',
    missing: { email: 'Enter your e-mail address.' },
    wrong: { email: 'Enter an e-mail address such as name@example.com.' },
  },
}
