// What the shop's letters say in English, all of them. Plain text: it can be read everywhere, and it loads nothing.
import { type BikeInLetter, type Letter, letter, looksLikeLink, resetMs, weekMs, wordsOr } from './rules.ts'

const signed = (usefulMs: number, subject: string, ...paragraphs: string[]): Letter =>
  letter({ usefulMs, subject, paragraphs, signature: 'Motohaat, the market for used motorbikes' })

const greeting = (name: string): string => (looksLikeLink(name) ? 'Dear member,' : `Dear ${name},`)

const notYou = (publicUrl: string): string =>
  `If this was not you, choose a new password at once: ${publicUrl}/forgot-password`

const lakh = new Intl.NumberFormat('en-IN')
const taka = (price: number): string => `৳${lakh.format(price)}`

const bikeNamed = ({ name, category }: BikeInLetter): string => wordsOr(name, `A ${category} bike`)

const aboutBike = (bike: BikeInLetter, publicUrl: string): string => {
  const place = wordsOr(bike.location, '')
  const facts = [bikeNamed(bike), taka(bike.salePriceTaka), String(bike.boughtInYear), ...(place === '' ? [] : [place])]
  return `${facts.join(', ')}\n${publicUrl}/bikes/${bike.slug}`
}

type NewBikes = About & {
  search: { name: string; query: string }
  bikes: BikeInLetter[]
  /** How many others there are. */
  more: number
  stopUrl: string
}
type Cheaper = About & { bike: BikeInLetter; wasTaka: number; stopUrl: string }

type About = { name: string; publicUrl: string }
type Written = { name?: string | undefined; email: string; subject?: string | undefined; message?: string | undefined }

export const english = {
  /** @param asked.token stands behind the #: what is there never reaches a server, a log or another site */
  reset: ({ name, publicUrl, token }: About & { token: string }): Letter =>
    signed(
      resetMs,
      'Choose a new password',
      greeting(name),
      'Somebody asked for a new password for your account. Choose it here within one hour:',
      `${publicUrl}/reset-password#${token}`,
      'If it was not you, do nothing: your password stays as it is.',
    ),

  passwordChanged: ({ name, publicUrl }: About): Letter =>
    signed(
      weekMs,
      'Your password was changed',
      greeting(name),
      'The password of your account was changed just now, and all other devices were logged out.',
      notYou(publicUrl),
    ),

  secondFactor: ({ name, publicUrl, isOn }: About & { isOn: boolean }): Letter =>
    signed(
      weekMs,
      isOn ? 'Two-step login is on' : 'Two-step login is off',
      greeting(name),
      isOn
        ? 'From now on, logging in asks for a code from your phone as well as your password. Keep the backup codes in a safe place.'
        : 'Logging in no longer asks for a code from your phone.',
      notYou(publicUrl),
    ),

  farewell: ({ name }: { name: string }): Letter =>
    signed(
      weekMs,
      'Your account was deleted',
      greeting(name),
      'Your account was deleted, as you asked. Sales and payments stay in our records, and nobody is shown them.',
      'Thank you for coming to Motohaat.',
    ),

  /** To the admin: what somebody wrote with the contact form. */
  contact: ({ publicUrl, written }: { publicUrl: string; written: Written }): Letter =>
    signed(
      weekMs,
      `Message to Motohaat: ${written.subject ?? 'no subject'}`,
      `${written.name ?? 'Somebody'} (${written.email}) wrote with the contact form:`,
      written.message ?? 'They wrote no message.',
      `You get at most one e-mail every 15 minutes. All messages are here: ${publicUrl}/dashboard/messages`,
    ),

  /** For a saved search: the bikes that came since the last letter. */
  newBikes: ({ name, publicUrl, search, bikes, more, stopUrl }: NewBikes): Letter => {
    const [count, called] = [bikes.length + more, wordsOr(search.name, 'the search you saved')]
    const letter = signed(
      weekMs,
      count === 1 ? `A new bike: ${called}` : `${count} new bikes: ${called}`,
      greeting(name),
      count === 1 ? `A new bike matches ${called}:` : `${count} new bikes match ${called}:`,
      ...bikes.map((bike) => aboutBike(bike, publicUrl)),
      ...(more > 0 ? [`And ${more} more.`] : []),
      `All matches: ${publicUrl}/bikes?${search.query}`,
      `Unsubscribe from this search: ${stopUrl}`,
    )
    return { ...letter, stopUrl }
  },

  /** A bike of the wishlist costs less than its reader knew. */
  cheaper: ({ name, publicUrl, bike, wasTaka, stopUrl }: Cheaper): Letter => {
    const letter = signed(
      weekMs,
      `${taka(wasTaka - bike.salePriceTaka)} less: ${bikeNamed(bike)}`,
      greeting(name),
      `A bike in your wishlist now costs ${taka(bike.salePriceTaka)}; it was ${taka(wasTaka)}:`,
      aboutBike(bike, publicUrl),
      `Unsubscribe from price e-mails: ${stopUrl}`,
    )
    return { ...letter, stopUrl }
  },
}
