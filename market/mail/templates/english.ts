// All e-mails in English. Plain text is readable everywhere and loads nothing.
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
  renderEmail({ lifetimeMs, subject, paragraphs, signature: 'Motohaat, the market for used motorbikes' })

const formatGreeting = (name: string): string => (looksLikeLink(name) ? 'Dear member,' : `Dear ${name},`)

const formatNotYou = (publicUrl: string): string =>
  `If this was not you, choose a new password at once: ${publicUrl}/forgot-password`

const numberFormat = new Intl.NumberFormat('en-IN')
const formatTaka = (price: number): string => `৳${numberFormat.format(price)}`

const formatBikeName = ({ name, category }: EmailBike): string => replaceIfLink(name, `A ${category} bike`)

const formatBike = (bike: EmailBike, publicUrl: string): string => {
  const location = replaceIfLink(bike.location, '')
  const facts = [
    formatBikeName(bike),
    formatTaka(bike.salePriceTaka),
    String(bike.boughtInYear),
    ...(location === '' ? [] : [location]),
  ]
  return `${facts.join(', ')}\n${publicUrl}/bikes/${bike.slug}`
}

type NewBikesInput = Recipient & {
  search: { name: string; query: string }
  bikes: EmailBike[]
  /** The number of further bikes. */
  moreCount: number
  unsubscribeUrl: string
}
type PriceDropInput = Recipient & { bike: EmailBike; previousTaka: number; unsubscribeUrl: string }

type Recipient = { name: string; publicUrl: string }
type Submission = {
  name?: string | undefined
  email: string
  subject?: string | undefined
  message?: string | undefined
}

export const english = {
  /** The token is in the URL fragment, which browsers send to no server, log or other site. */
  passwordReset: ({ name, publicUrl, token }: Recipient & { token: string }): Email =>
    createEmail(
      resetLinkLifetimeMs,
      'Choose a new password',
      formatGreeting(name),
      'Somebody asked for a new password for your account. Choose it here within one hour:',
      `${publicUrl}/reset-password#${token}`,
      'If it was not you, do nothing: your password stays as it is.',
    ),

  passwordChanged: ({ name, publicUrl }: Recipient): Email =>
    createEmail(
      weekMs,
      'Your password was changed',
      formatGreeting(name),
      'The password of your account was changed just now, and all other devices were logged out.',
      formatNotYou(publicUrl),
    ),

  secondFactorChanged: ({ name, publicUrl, isOn }: Recipient & { isOn: boolean }): Email =>
    createEmail(
      weekMs,
      isOn ? 'Two-step login is on' : 'Two-step login is off',
      formatGreeting(name),
      isOn
        ? 'From now on, logging in asks for a code from your phone as well as your password. Keep the backup codes in a safe place.'
        : 'Logging in no longer asks for a code from your phone.',
      formatNotYou(publicUrl),
    ),

  accountDeleted: ({ name }: { name: string }): Email =>
    createEmail(
      weekMs,
      'Your account was deleted',
      formatGreeting(name),
      'Your account was deleted, as you asked. Sales and payments stay in our records, and nobody is shown them.',
      'Thank you for coming to Motohaat.',
    ),

  /** To the admin: a message of the contact form. */
  contactMessage: ({ publicUrl, written: submission }: { publicUrl: string; written: Submission }): Email =>
    createEmail(
      weekMs,
      `Message to Motohaat: ${submission.subject ?? 'no subject'}`,
      `${submission.name ?? 'Somebody'} (${submission.email}) wrote with the contact form:`,
      submission.message ?? 'They wrote no message.',
      `You get at most one e-mail every 15 minutes. All messages are here: ${publicUrl}/dashboard/messages`,
    ),

  /** For a saved search: new bikes since the last e-mail. */
  newBikes: ({ name, publicUrl, search, bikes, moreCount, unsubscribeUrl }: NewBikesInput): Email => {
    const [count, searchName] = [bikes.length + moreCount, replaceIfLink(search.name, 'the search you saved')]
    const email = createEmail(
      weekMs,
      count === 1 ? `A new bike: ${searchName}` : `${count} new bikes: ${searchName}`,
      formatGreeting(name),
      count === 1 ? `A new bike matches ${searchName}:` : `${count} new bikes match ${searchName}:`,
      ...bikes.map((bike) => formatBike(bike, publicUrl)),
      ...(moreCount > 0 ? [`And ${moreCount} more.`] : []),
      `All matches: ${publicUrl}/bikes?${search.query}`,
      `Unsubscribe from this search: ${unsubscribeUrl}`,
    )
    return { ...email, unsubscribeUrl }
  },

  /** A bike of the wishlist became cheaper. */
  priceDrop: ({ name, publicUrl, bike, previousTaka, unsubscribeUrl }: PriceDropInput): Email => {
    const email = createEmail(
      weekMs,
      `${formatTaka(previousTaka - bike.salePriceTaka)} less: ${formatBikeName(bike)}`,
      formatGreeting(name),
      `A bike in your wishlist now costs ${formatTaka(bike.salePriceTaka)}; it was ${formatTaka(previousTaka)}:`,
      formatBike(bike, publicUrl),
      `Unsubscribe from price e-mails: ${unsubscribeUrl}`,
    )
    return { ...email, unsubscribeUrl }
  },
}

/** All e-mails in one language. */
export type EmailTemplates = typeof english
